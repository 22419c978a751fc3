import { useMessage } from 'naive-ui'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { type ReviewWords, type Reviewed, sendReviews } from './send-reviews.ts'
import { messages } from './messages.ts'

/** Reviews versions and shows the result. */
export function useReviews() {
  const { t } = useMessages(messages)
  const api = useApi()
  const message = useMessage()

  /** @param done as of `sendReviews` @throws ApiProblem */
  async function review(versions: readonly Reviewed[], said: ReviewWords, done?: (ids: string[]) => void) {
    await sendReviews(api, versions, said, done)
    message.success(t('review.done', { n: versions.length }))
  }

  /** @throws ApiProblem */
  async function withdraw({ id, tenant }: Reviewed): Promise<void> {
    const params = { path: { version_id: id }, query: { tenant } }
    await api.DELETE('/api/artifacts/versions/{version_id}/review', { params })
    message.success(t('review.withdrawn'))
  }

  return { review, withdraw }
}
