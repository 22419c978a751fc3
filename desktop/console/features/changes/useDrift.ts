import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import type { components } from '../../../../shared/contract/api-types.ts'

export type Device = components['schemas']['Device']
export type Artifact = components['schemas']['Artifact']
export type Drift = components['schemas']['Drift']

/** Pinned lineages of a device, drifted ones first. */
export function usePinned(device: () => Device) {
  const api = useApi()
  return useLatest(
    () => device().id,
    async (signal) => {
      const { id, tenant_id: tenant } = device()
      const params = { path: { device_id: id }, query: { tenant } }
      const { data = [] } = await api.GET('/api/devices/{device_id}/artifacts', { params, signal })
      const pinned = data.filter(({ pinned_version_id: version }) => version !== null)
      return { deviceId: id, pinned: pinned.toSorted((a, b) => Number(b.drifted) - Number(a.drifted)) }
    },
  )
}

/** How a lineage differs from its pinned version. */
export function useDrift(lineage: () => Artifact | undefined, tenant: () => string) {
  const api = useApi()
  return useLatest(
    [() => lineage()?.id, () => lineage()?.pinned_version_id, () => lineage()?.latest_version_id],
    async (signal) => {
      const artifact_id = lineage()!.id
      const params = { path: { artifact_id }, query: { tenant: tenant(), context: 3 } }
      return (await api.GET('/api/artifacts/{artifact_id}/drift', { params, signal })).data
    },
    { when: () => lineage() !== undefined },
  )
}
