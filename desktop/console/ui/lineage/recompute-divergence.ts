import type { Api } from '../../client/api.ts'

/**
 * Computes the unknown magnitudes of a lineage, in batches until none is left or a batch makes no progress.
 * @param told called with the number left after each batch
 * @throws ApiProblem
 */
export async function recomputeDivergence(
  api: Api,
  { artifact_id, tenant }: { artifact_id: string; tenant: string | undefined },
  told: (left: number) => void = () => undefined,
): Promise<void> {
  const params = { path: { artifact_id }, query: { tenant } }
  for (;;) {
    const { data } = await api.POST('/api/artifacts/{artifact_id}/divergence/recompute', { params })
    told(data!.remaining)
    if (data!.remaining === 0 || data!.computed === 0) return
  }
}
