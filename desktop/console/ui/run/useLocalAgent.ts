import { computed, ref } from 'vue'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi, useMay, useSession } from '../../client/session.ts'
import { useLatest } from '../useLatest.ts'
import { useMinute } from '../useMinute.ts'

/** Longer than an agent needs to connect. */
const connectingMs = 60_000

/** The agent that a server of the installation runs for a customer, for roles that may add one. */
export function useLocalAgent(tenant: () => string | undefined) {
  const api = useApi()
  const may = useMay()
  const session = useSession()
  const minute = useMinute()
  const startedAt = ref(0)
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
    startedAt.value = Date.now()
    await read.again()
  }

  /** @throws ApiProblem */
  async function remove(): Promise<void> {
    await api.DELETE('/api/tenants/{customer_id}/local-agent', { params: { path: { customer_id: tenant()! } } })
    await read.again()
  }

  const isPending = computed(() => agent.value?.status === 'pending')
  const isStarting = computed(() => {
    if (!agent.value || !isPending.value) return false
    const since = Math.max(Date.parse(agent.value.created_at), startedAt.value)
    return minute.value.getTime() - since < connectingMs
  })
  const isElsewhere = computed(() => agent.value !== undefined && read.data.value?.here === false)

  return {
    agent,
    /** Whether this server can run an agent for the customer, which has none of that kind. */
    isOffered: computed(() => mayAdd.value && read.data.value?.agent === null && read.data.value.offered),
    /** Whether the agent was added within the last minute and has not connected yet. */
    isStarting,
    /** Whether the agent should have connected by now. */
    isLate: computed(() => isPending.value && !isStarting.value),
    /** Whether the agent belongs to another server, or to this one before its data directory was replaced. */
    isElsewhere,
    /** Whether this server can run the agent of another server. */
    isMovable: computed(
      () =>
        isElsewhere.value && read.data.value?.offered === true && agent.value?.status !== 'online' && !isStarting.value,
    ),
    /** Whether the role is not limited to customers. */
    mayRemove: computed(() => typeof read.data.value?.count === 'number'),
    start,
    remove,
  }
}
