import type { components } from '../../../../shared/contract/api-types.ts'
import type { Api } from '../../client/api.ts'
import type { Agent } from './agent-state.ts'

type User = components['schemas']['SnmpUser']

/**
 * Changes the SNMPv3 users that an agent has now, which may be others than those of `agent`.
 * @throws ApiProblem precondition_failed if another person changes the agent at the same time
 */
export async function changeSnmpUsers(api: Api, agent: Agent, change: (users: User[]) => User[]): Promise<void> {
  const path = { path: { agent_id: agent.id }, query: { tenant: agent.tenant_id } }
  const { data, response } = await api.GET('/api/agents/{agent_id}', { params: path })
  const tag = response.headers.get('etag')
  const params = { ...path, header: tag === null ? {} : { 'If-Match': tag } }
  await api.PATCH('/api/agents/{agent_id}', { params, body: { snmp_users: change(data!.snmp_users) } })
}
