import type { operations } from '../../../../shared/contract/api-types.ts'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useListState } from '../../ui/useListState.ts'
import { usePagedList } from '../../ui/usePagedList.ts'
import type { Agent } from './agent-state.ts'

type AgentSort = NonNullable<NonNullable<operations['listAgents']['parameters']['query']>['sort']>

/** The agents that match the filters in the address. Read again when one goes online or offline. */
export function useAgents() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('agents', {
    filters: ['q', 'status'],
    sort: 'name',
    columns: ['customer', 'status', 'seen', 'running', 'version', 'hostname'],
  })
  const list = usePagedList(
    [() => JSON.stringify(state.filters), state.sort, state.pageSize, () => customers.tenant],
    async (cursor, signal) => {
      const { q, status } = state.filters
      const query = {
        ...(q && { q }),
        ...(status && { status: status as Agent['status'] }),
        sort: state.sort.value as AgentSort,
        tenant: customers.tenant,
        limit: state.pageSize.value,
        cursor,
      }
      return pageOf(await api.GET('/api/agents', { params: { query }, signal }))
    },
  )
  useLiveRefresh(['agent.online', 'agent.offline', 'agent.cloned', 'agent.rewound', 'agent.lab_mode'], list.again)
  return { state, list }
}
