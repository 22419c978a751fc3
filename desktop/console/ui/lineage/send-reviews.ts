import type { components } from '../../../../shared/contract/api-types.ts'
import type { Api } from '../../client/api.ts'

export type ReviewWords = components['schemas']['ReviewWords']

/** A version, and the customer whose it is. */
export interface Reviewed {
  id: string
  tenant: string
}

/** As many as the service takes at once. */
const maxConcurrent = 500

/**
 * Says that versions of any customers were looked at; those of one go together, all or none.
 * @param done told each part once the service has it: a later one may be refused
 * @throws ApiProblem
 */
export async function sendReviews(
  api: Api,
  versions: readonly Reviewed[],
  said: ReviewWords,
  done: (ids: string[]) => void = () => undefined,
): Promise<void> {
  for (const [tenant, ofOne] of Map.groupBy(versions, (version) => version.tenant)) {
    for (let at = 0; at < ofOne.length; at += maxConcurrent) {
      const version_ids = ofOne.slice(at, at + maxConcurrent).map(({ id }) => id)
      await api.POST('/api/changes/review', { params: { query: { tenant } }, body: { version_ids, ...said } })
      done(version_ids)
    }
  }
}
