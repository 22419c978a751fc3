import { computed } from 'vue'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { agentsAtWork } from '../../ui/report/agents-at-work.ts'

const fewDevices = 8

/** A customer and its state; each part is read separately. */
export function useTenant(id: () => string) {
  const api = useApi()
  const query = () => ({ query: { tenant: id() } })
  const reading = useLatest(id, async (signal) => {
    const params = { path: { customer_id: id() } }
    return (await api.GET('/api/tenants/{customer_id}', { params, signal })).data
  })
  const customer = computed(() => (reading.data.value?.id === id() ? reading.data.value : undefined))
  const figures = useLatest(id, async (signal) => {
    const [report, usage] = await Promise.all([
      api.GET('/api/reports/daily', { params: { query: { tenant: id(), live: true, listed: 0 } }, signal }),
      api.GET('/api/storage/usage', { params: query(), signal }),
    ])
    if (!report.data || !usage.data) return undefined
    return { summary: report.data.summary, agents: agentsAtWork(report.data.agents), stored: usage.data.stored }
  })
  /** Decommissioned devices, as many as a card shows. */
  const decommissioned = useLatest(
    id,
    async (signal) => {
      const params = { query: { tenant: id(), decommissioned: true, limit: fewDevices } }
      return pageOf(await api.GET('/api/devices', { params, signal }))
    },
    { cacheAs: 'customer decommissioned devices' },
  )
  useLiveRefresh(
    ['run.changed', 'run.failed', 'run.partial', 'run.blocked', 'device.recovered', 'device.stale', 'agent.online', 'agent.offline'], // prettier-ignore
    figures.again,
    { settleMs: 5_000 },
  )

  useLiveRefresh(['destruction.requested', 'destruction.withdrawn', 'destruction.completed'], reading.again)

  async function again() {
    await Promise.all([reading.again(), figures.again(), decommissioned.again()])
  }

  return { reading, customer, figures, decommissioned, again }
}
