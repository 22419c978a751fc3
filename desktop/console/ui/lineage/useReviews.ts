import { useMessage } from 'naive-ui'
import { useApi, useSession } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { useUndoable } from '../useUndoable.ts'
import { type ReviewWords, type Reviewed, sendReviews, sendSingleReviews } from './send-reviews.ts'
import { messages } from './messages.ts'

/** Each is a request. */
const maxUndone = 50

/** Reviews versions and shows the result. */
export function useReviews() {
  const { t } = useMessages(messages)
  const api = useApi()
  const session = useSession()
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
    await (session.isLimited ? sendSingleReviews : sendReviews)(api, versions, said, done)
    const text = t('review.done', { n: versions.length })
    if (versions.length > maxUndone || versions.some(({ wasReviewed }) => wasReviewed !== false)) {
      message.success(text)
      return
    }
    showUndoable(text, async () => {
      try {
        for (const version of versions) if (await isOwnReview(version)) await remove(version)
      } finally {
        await undone()
      }
    })
  }

  /** @throws ApiProblem */
  async function withdraw(version: Reviewed): Promise<void> {
    await remove(version)
    message.success(t('review.withdrawn'))
  }

  /** Another user may have reviewed the version since, or retention may have deleted it. */
  async function isOwnReview({ id, tenant }: Reviewed): Promise<boolean> {
    const params = { path: { version_id: id }, query: { tenant } }
    const { data } = await api
      .GET('/api/artifacts/versions/{version_id}', { params })
      .catch(() => ({ data: undefined }))
    return data !== undefined && data.reviewed_by === session.me?.email
  }

  async function remove({ id, tenant }: Reviewed): Promise<void> {
    const params = { path: { version_id: id }, query: { tenant } }
    await api.DELETE('/api/artifacts/versions/{version_id}/review', { params })
  }

  return { review, withdraw }
}
