import type { Api } from '../../client/api.ts'

/**
 * Has the unknown magnitudes of a lineage computed: batch after batch, until nothing is left or one does not help.
 * @param told how many are left, behind each batch
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
