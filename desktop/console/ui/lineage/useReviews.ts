import { useMessage } from 'naive-ui'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { useUndoable } from '../useUndoable.ts'
import { type ReviewWords, type Reviewed, sendReviews } from './send-reviews.ts'
import { messages } from './messages.ts'

/** Each is a request. */
const maxUndone = 50

/** Reviews versions and shows the result. */
export function useReviews() {
  const { t } = useMessages(messages)
  const api = useApi()
  const message = useMessage()
  const showUndoable = useUndoable()

  /**
   * Offers to undo the reviews, unless they replaced others.
   * @param done as of `sendReviews`
   * @param undone called after the reviews were withdrawn again
   * @throws ApiProblem
   */
  async function review(
    versions: readonly Reviewed[],
    said: ReviewWords,
    done?: (ids: string[]) => void,
    undone: () => unknown = () => undefined,
  ) {
    await sendReviews(api, versions, said, done)
    const text = t('review.done', { n: versions.length })
    if (versions.length > maxUndone || versions.some(({ wasReviewed }) => wasReviewed !== false)) {
      message.success(text)
      return
    }
    showUndoable(text, async () => {
      for (const version of versions) await remove(version)
      await undone()
    })
  }

  /** @throws ApiProblem */
  async function withdraw(version: Reviewed): Promise<void> {
    await remove(version)
    message.success(t('review.withdrawn'))
  }

  async function remove({ id, tenant }: Reviewed): Promise<void> {
    const params = { path: { version_id: id }, query: { tenant } }
    await api.DELETE('/api/artifacts/versions/{version_id}/review', { params })
  }

  return { review, withdraw }
}
