import type { components } from '../../../../shared/contract/api-types.ts'
import type { Api } from '../../client/api.ts'

export type ReviewWords = components['schemas']['ReviewWords']

/** A version and its customer. */
export interface Reviewed {
  id: string
  tenant: string
  /** Whether it has a review already, which a new one replaces. */
  wasReviewed?: boolean
}

/** Limit of one request. */
const maxConcurrent = 500

/**
 * Reviews versions of any customers; those of one customer together, all or none.
 * @param done called for each stored part; a later one may fail
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

/**
 * Reviews versions as `sendReviews`, one after another, because the service rejects reviews of several versions from a
 * role that is limited to sites or tags.
 */
export async function sendSingleReviews(...[api, versions, said, done]: Parameters<typeof sendReviews>): Promise<void> {
  for (const { id, tenant } of versions) {
    const params = { path: { version_id: id }, query: { tenant } }
    await api.POST('/api/artifacts/versions/{version_id}/review', { params, body: said })
    done?.([id])
  }
}
