import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

const fewDevices = 100

/** A credential without its secrets, and the devices that use it with their last results. */
export function useCredential(id: () => string) {
  const api = useApi()
  const credential = useLatest(id, async (signal) => {
    const params = { path: { credential_id: id() } }
    return (await api.GET('/api/credentials/{credential_id}', { params, signal })).data
  })
  const devices = useLatest(id, async (signal) => {
    const query = { credential_id: id(), limit: fewDevices }
    return pageOf(await api.GET('/api/devices', { params: { query }, signal }))
  })
  const fleets = useLatest(
    () => credential.data.value?.tenant_id,
    async (signal) => {
      const tenant = credential.data.value?.tenant_id
      if (!tenant) return undefined
      const { data = [] } = await api.GET('/api/discovery/fleets', { params: { query: { tenant } }, signal })
      return data.filter(({ credential_id: of }) => of === id())
    },
  )
  useLiveRefresh(['run.changed', 'run.failed', 'run.partial', 'device.recovered'], devices.again)
  return { credential, devices, fleets }
}
