import { computed } from 'vue'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi, useMay, useSession } from '../../client/session.ts'
import { useLatest } from '../useLatest.ts'

/** The agent that a server of the installation runs for a customer, for roles that may add one. */
export function useLocalAgent(tenant: () => string | undefined) {
  const api = useApi()
  const may = useMay()
  const session = useSession()
  const mayAdd = computed(() => session.isPlatform && may('agent:manage'))
  const read = useLatest(
    tenant,
    async (signal) => {
      const params = { path: { customer_id: tenant()! } }
      return (await api.GET('/api/tenants/{customer_id}/local-agent', { params, signal })).data
    },
    { when: () => mayAdd.value && tenant() !== undefined },
  )
  const agent = computed(() => (mayAdd.value ? (read.data.value?.agent ?? undefined) : undefined))
  useLiveRefresh(['agent.online', 'agent.offline', 'agent.enrolled', 'agent.revoked'], read.again)

  /** @throws ApiProblem */
  async function start(): Promise<void> {
    await api.PUT('/api/tenants/{customer_id}/local-agent', { params: { path: { customer_id: tenant()! } } })
    await read.again()
  }

  /** @throws ApiProblem */
  async function remove(): Promise<void> {
    await api.DELETE('/api/tenants/{customer_id}/local-agent', { params: { path: { customer_id: tenant()! } } })
    await read.again()
  }

  return {
    agent,
    /** Whether this server can run an agent for the customer, which has none of that kind. */
    isOffered: computed(() => mayAdd.value && read.data.value?.agent === null && read.data.value.offered),
    /** Whether the agent was added and has not connected yet. */
    isStarting: computed(() => agent.value?.status === 'pending'),
    start,
    remove,
  }
}
