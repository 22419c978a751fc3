import { useIntervalFn } from '@vueuse/core'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

const fewDevices = 50
const fewRuns = 15
const runDays = 7
const maxEvents = 500
const fewEvents = 12
const pollMs = 15_000

/** An agent, its assigned devices, its runs of a week, and its recent events. */
export function useAgent(id: () => string) {
  const api = useApi()
  const agent = useLatest(id, async (signal) => {
    const params = { path: { agent_id: id() } }
    return (await api.GET('/api/agents/{agent_id}', { params, signal })).data
  })
  const devices = useLatest(
    id,
    async (signal) => {
      const query = { agent_id: id(), limit: fewDevices }
      return pageOf(await api.GET('/api/devices', { params: { query }, signal }))
    },
    { cacheAs: 'agent devices' },
  )
  const runs = useLatest(
    id,
    async (signal) => {
      const since = new Date(Date.now() - runDays * 86_400_000).toISOString()
      const query = { agent_id: id(), since, limit: fewRuns }
      return pageOf(await api.GET('/api/runs', { params: { query }, signal }))
    },
    { cacheAs: 'agent runs' },
  )
  const events = useLatest(
    [id, () => agent.data.value?.tenant_id],
    async (signal) => {
      const tenant = agent.data.value?.tenant_id
      if (!tenant) return undefined
      const { data } = await api.GET('/api/events', { params: { query: { tenant, limit: maxEvents } }, signal })
      const told = Array.isArray(data) ? data : [] // the other form of the response is a stream
      const ofAgent = told.filter((event) => event.agent?.id === id())
      return ofAgent.slice(-fewEvents).toReversed()
    },
    { cacheAs: 'agent events' },
  )

  function again() {
    return Promise.all([agent.again(), runs.again(), events.again()])
  }

  useLiveRefresh(['agent.online', 'agent.offline', 'agent.cloned', 'agent.rewound', 'agent.lab_mode'], again)
  useIntervalFn(() => {
    if (!document.hidden && !agent.loading.value) void agent.again()
  }, pollMs)
  return { agent, devices, runs, events, again }
}
