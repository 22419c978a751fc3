import { useMessage } from 'naive-ui'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useApi } from '../../client/session.ts'
import { useWords } from '../../language/useWords.ts'
import { words } from './words.ts'

export type ReviewWords = components['schemas']['ReviewWords']

/** A version, and the customer whose it is. */
export interface Reviewed {
  id: string
  tenant: string
}

/** As many as the service takes at once. */
const mostAtOnce = 500

/** Says that versions were looked at, and tells the person so. */
export function useReviews() {
  const { t } = useWords(words)
  const api = useApi()
  const message = useMessage()

  /**
   * Of any customers; those of one go together, all or none.
   * @param done told each part once the service has it: a later one may be refused
   * @throws ApiProblem
   */
  async function review(
    versions: readonly Reviewed[],
    said: ReviewWords = {},
    done: (ids: string[]) => void = () => undefined,
  ): Promise<void> {
    for (const [tenant, ofOne] of Map.groupBy(versions, (version) => version.tenant)) {
      for (let at = 0; at < ofOne.length; at += mostAtOnce) {
        const version_ids = ofOne.slice(at, at + mostAtOnce).map(({ id }) => id)
        await api.POST('/api/changes/review', { params: { query: { tenant } }, body: { version_ids, ...said } })
        done(version_ids)
      }
    }
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
