import { useApi, useMay } from '../../client/session.ts'
import type { components } from '../../../../shared/contract/api-types.ts'
import type { Run } from '../../ui/run/run-state.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** The versions that a run stored, by id, for their summaries. */
export function useRunSummaries(run: () => Run) {
  const api = useApi()
  const may = useMay()
  const changed = () =>
    run().artifacts.flatMap(({ outcome, version_id: id }) => (outcome === 'changed' && id ? [id] : []))
  const { data } = useLatest(
    () => changed().join(),
    async (signal) => {
      const found = new Map<string, components['schemas']['Version']>()
      for (const id of changed()) {
        const params = { path: { version_id: id }, query: { tenant: run().tenant_id } }
        const { data: version } = await api.GET('/api/artifacts/versions/{version_id}', { params, signal })
        if (version) found.set(id, version)
      }
      return found
    },
    { when: () => may('config:read') && changed().length > 0 },
  )
  return data
}
