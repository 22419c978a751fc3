import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useTenantOf } from '../../ui/useTenantOf.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { usePagedList } from '../../ui/usePagedList.ts'
import { queryOf } from './trust-view.ts'
import { useSelectedRow } from './useSelectedRow.ts'

const mostRuns = 100

/**
 * The fingerprints of a view, and the selected one; both are in the address. The view is not stored: the inbox opens
 * with pending ones, the latest first. New ones never replace the selected one.
 */
export function useTrust() {
  const api = useApi()
  const customers = useTenants()
  const route = useRoute()
  const named = (part: string) => computed(() => (typeof route.query[part] === 'string' ? route.query[part] : ''))
  const [view, deviceId, id] = [named('view'), named('device_id'), named('id')]
  const list = usePagedList([view, deviceId, () => customers.tenant], async (cursor, signal) => {
    const query = { ...queryOf(view.value, deviceId.value), tenant: customers.tenant, limit: 200, cursor }
    return pageOf(await api.GET('/api/trust/fingerprints', { params: { query }, signal }))
  })
  const { id: chosenId, selectFirst } = useSelectedRow(
    () => list.rows.value,
    () => id.value,
    () => JSON.stringify([view.value, deviceId.value, customers.tenant]),
  )

  /** Returns the address of this or another view with a selected fingerprint; default: the first. */
  function routeTo(wanted: { view?: string; deviceId?: string; id?: string }) {
    const said = { view: wanted.view ?? view.value, device_id: wanted.deviceId ?? deviceId.value, id: wanted.id }
    const { view: _view, device_id: _device, id: _id, ...query } = route.query
    return { query: { ...query, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value)) } }
  }

  const reading = useLatest(chosenId, async (signal) => {
    if (!chosenId.value) return undefined
    const params = { path: { fingerprint_id: chosenId.value } }
    return (await api.GET('/api/trust/fingerprints/{fingerprint_id}', { params, signal })).data
  })
  const chosen = computed(() => (reading.data.value?.id === chosenId.value ? reading.data.value : undefined))
  useTenantOf(() => chosen.value?.tenant_id)

  /** Other data of the device: further fingerprints, and the runs that this one blocks. */
  const around = useLatest(
    () => chosen.value && `${chosen.value.id} ${chosen.value.status}`,
    async (signal) => {
      if (!chosen.value) return undefined
      const { id, device, first_seen_at: since } = chosen.value
      const blocked = { device_id: device.id, status: 'blocked', since, limit: mostRuns } as const
      const [ofDevice, runs] = await Promise.all([
        api.GET('/api/trust/fingerprints', { params: { query: { device_id: device.id } }, signal }),
        api.GET('/api/runs', { params: { query: blocked }, signal }),
      ])
      const { rows, next } = pageOf(runs)
      const agentId = rows.find(({ agent_id: agent }) => agent !== null)?.agent_id
      const agent = agentId
        ? (await api.GET('/api/agents/{agent_id}', { params: { path: { agent_id: agentId } }, signal })).data
        : undefined
      const others = (ofDevice.data ?? []).filter((one) => one.id !== id)
      return { of: id, others, blocked: { count: rows.length, more: next !== undefined }, agent }
    },
  )

  useLiveRefresh(['fingerprint.pending', 'fingerprint.changed'], () => Promise.all([list.again(), reading.again()]))
  useLiveRefresh(['run.blocked', 'run.changed', 'device.recovered'], around.again)
  return { view, deviceId, list, chosenId, selectFirst, chosen, reading, around, routeTo }
}
