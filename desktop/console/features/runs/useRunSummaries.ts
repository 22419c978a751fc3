import { useApi, useMay } from '../../client/session.ts'
import type { Run } from '../../ui/run/run-state.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** The versions that a run stored, by id, for their summaries. */
export function useRunSummaries(run: () => Run) {
  const api = useApi()
  const may = useMay()
  const hasChanged = () => run().artifacts.some(({ outcome }) => outcome === 'changed')
  const { data } = useLatest(
    () => `${run().id} ${hasChanged()}`,
    async (signal) => {
      const query = { tenant: run().tenant_id, run_id: run().id }
      const { data: changes = [] } = await api.GET('/api/changes', { params: { query }, signal })
      return new Map(changes.map(({ version }) => [version.id, version]))
    },
    { when: () => may('config:read') && hasChanged() },
  )
  return data
}
