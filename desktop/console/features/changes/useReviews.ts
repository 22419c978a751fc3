import { useMessage } from 'naive-ui'
import { useApi, useSession } from '../../client/session.ts'
import { useWords } from '../../language/useWords.ts'
import { type ChangeRow, type ReviewWords, reviewedRow, unreviewedRow } from './change-row.ts'
import { words } from './words.ts'

/** As many as the service takes at once. */
const mostAtOnce = 500

/** Says that changes were looked at, and puts that in their rows. */
export function useReviews(replace: (row: ChangeRow) => void) {
  const { t } = useWords(words)
  const api = useApi()
  const session = useSession()
  const message = useMessage()

  /** Of any customers; those of one go together, all or none. @throws ApiProblem */
  async function review(rows: readonly ChangeRow[], said: ReviewWords = {}): Promise<void> {
    for (const [tenant, ofOne] of Map.groupBy(rows, ({ device }) => device.tenant_id)) {
      for (let at = 0; at < ofOne.length; at += mostAtOnce) {
        const part = ofOne.slice(at, at + mostAtOnce)
        const body = { version_ids: part.map(({ id }) => id), ...said }
        await api.POST('/api/changes/review', { params: { query: { tenant } }, body })
        for (const row of part) replace(reviewedRow(row, said, session.me?.email ?? '', new Date()))
      }
    }
    message.success(t('review.done', { n: rows.length }))
  }

  /** @throws ApiProblem */
  async function withdraw(row: ChangeRow): Promise<void> {
    const params = { path: { version_id: row.id }, query: { tenant: row.device.tenant_id } }
    await api.DELETE('/api/artifacts/versions/{version_id}/review', { params })
    replace(unreviewedRow(row))
    message.success(t('review.withdrawn'))
  }

  return { review, withdraw }
}
