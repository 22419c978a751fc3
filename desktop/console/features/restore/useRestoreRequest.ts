import { useLiveRefresh } from '../../client/live.ts'
import { useApi, useMay } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** The data of a restore request: the version, its device, its policy and the changes. */
export function useRestoreRequest(versionId: () => string) {
  const api = useApi()
  const may = useMay()

  const known = useLatest(
    versionId,
    async (signal) => {
      const { data: version } = await api.GET('/api/artifacts/versions/{version_id}', {
        params: { path: { version_id: versionId() } },
        signal,
      })
      const { device_id, artifact_id } = version!
      const path = { device_id }
      const [device, lineages, platforms, policy] = await Promise.all([
        api.GET('/api/devices/{device_id}', { params: { path }, signal }),
        api.GET('/api/devices/{device_id}/artifacts', { params: { path }, signal }),
        api.GET('/api/platforms', { signal }),
        may('report:read')
          ? api.GET('/api/restore/effective', { params: { query: { device_id } }, signal })
          : undefined,
      ])
      const lineage = lineages.data?.find(({ id }) => id === artifact_id)
      return { version: version!, device: device.data!, lineage, platforms: platforms.data ?? [], policy: policy?.data }
    },
    { when: () => may('config:read') },
  )

  /** From the latest collected text to the version to restore. */
  const patch = useLatest(
    () => `${known.data.value?.version.id} ${known.data.value?.lineage?.latest_version_id}`,
    async (signal) => {
      const { version, lineage } = known.data.value!
      const from = lineage?.latest_version_id
      if (version.kind !== 'text' || !from || from === version.id) return { id: version.id, patch: undefined }
      const params = { path: { artifact_id: version.artifact_id }, query: { from, to: version.id, context: 3 } }
      const { data } = await api.GET('/api/artifacts/{artifact_id}/diff', { params, signal })
      return { id: version.id, patch: data }
    },
    { when: () => known.data.value !== undefined },
  )

  useLiveRefresh(['version.written', 'restore.state'], known.again)
  return { known, patch }
}
