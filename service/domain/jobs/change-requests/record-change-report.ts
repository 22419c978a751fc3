import type { components } from '../../../../shared/contract/api-types.ts'
import type { ListenerState } from '../../../store/models/agent.ts'
import type { ClaimedChange } from '../../../store/models/job.ts'
import type { TenantContext } from '../../kernel/context.ts'

type ChangeReport = components['schemas']['ChangeReport']

/** How old a message may be; the clock of an agent may be wrong. Other times of receipt are replaced by these limits. */
const maxAgeMs = 7 * 24 * 3_600_000

/**
 * Stores the state of an agent's listeners, and a request for a backup of each device that reported a change. The
 * request of a device that has one is kept; it gets the author if it had none. Devices that the agent may not collect are
 * ignored: they were moved to another agent after it read its list.
 */
export async function recordChangeReport(
  { trx, tenantId, now }: TenantContext,
  agentId: string,
  { listeners, changes }: ChangeReport,
): Promise<void> {
  const instant = (given: string) => {
    const at = Date.parse(given)
    const limited = Math.min(Math.max(Number.isNaN(at) ? now.getTime() : at, now.getTime() - maxAgeMs), now.getTime())
    return new Date(limited).toISOString()
  }
  const states: ListenerState[] = listeners.map(({ rejected = 0, last_rejection: rejection = null, ...state }) => ({
    ...state,
    rejected,
    last_rejection: rejection && { ...rejection, at: instant(rejection.at) },
    last_message_at: state.last_message_at && instant(state.last_message_at),
    reported_at: now.toISOString(),
  }))
  // a restarted agent does not know when a listener received its last message
  await trx.raw(
    `update agents set listener_states = (
       select coalesce(jsonb_agg(case when s.state ->> 'last_message_at' is null and former.state is not null
           then jsonb_set(s.state, '{last_message_at}', former.state -> 'last_message_at') else s.state end), '[]')
       from jsonb_array_elements(:states::jsonb) s (state)
       left join jsonb_array_elements(coalesce(listener_states, '[]')) former (state)
         on former.state ->> 'protocol' = s.state ->> 'protocol' and former.state -> 'port' = s.state -> 'port')
     where tenant_id = :tenantId and id = :agentId and listeners is not null`,
    { tenantId, agentId, states: JSON.stringify(states) },
  )
  if (changes.length === 0) return
  const byDevice = new Map<string, ClaimedChange>()
  for (const { device_id: id, protocol, user, from, received_at: receivedAt } of changes) {
    if (!byDevice.get(id)?.user) byDevice.set(id, { protocol, user, from, received_at: instant(receivedAt) })
  }
  const ids = [...byDevice.keys()].sort()
  await trx.raw(
    `insert into change_requests (tenant_id, device_id, agent_id, due_at, claimed_change)
     select :tenantId, d.id, :agentId, :now, w.claimed
     from unnest(:ids::uuid[], :claims::jsonb[]) as w (id, claimed)
     join devices d on d.tenant_id = :tenantId and d.id = w.id and d.enabled and d.decommissioned_at is null
     where not exists (select from device_agents a where a.tenant_id = d.tenant_id and a.device_id = d.id)
       or exists (select from device_agents a
         where a.tenant_id = d.tenant_id and a.device_id = d.id and a.agent_id = :agentId)
     order by d.id
     on conflict (tenant_id, device_id) do update set claimed_change = excluded.claimed_change
     where change_requests.claimed_change ->> 'user' is null`,
    { tenantId, agentId, now, ids, claims: ids.map((id) => JSON.stringify(byDevice.get(id))) },
  )
}
