import { Agent, type Listeners } from '../../../store/models/agent.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { invalidField, notFound } from '../../kernel/domain-error.ts'
import { reportLabMode } from './agent-events.ts'
import { requireNetworks } from '../login/networks.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { rejectTakenAgent } from './create-agent.ts'

export interface AgentChange {
  name?: string
  labMode?: boolean
  /** Null turns them off. */
  listeners?: Listeners | null
}

/** @throws DomainError not_found, slug_taken, name_taken, validation_failed for a relay that is no network or a port used twice */
export async function updateAgent(context: TenantContext, id: string, change: AgentChange): Promise<AgentView> {
  if (change.listeners) checkListeners(change.listeners)
  const before = change.labMode === undefined ? undefined : await Agent.query(context.trx).findById(id).forUpdate()
  const agent = await rejectTakenAgent(
    Agent.query(context.trx)
      .patchAndFetchById(id, { ...change, ...resetStates(change, context.now), updatedAt: context.now })
      .execute(),
  )
  if (!agent) throw notFound()
  if (before && before.labMode !== agent.labMode) await reportLabMode(context, agent)
  await recordAudit(context, 'agent.update', {
    kind: 'agent',
    id: agent.id,
    tenantId: agent.tenantId,
    detail: { changed: fieldNames(change) },
  })
  return viewAgent(context, agent)
}

/** The states and events of the former listeners. */
function resetStates({ listeners }: AgentChange, now: Date) {
  return listeners === undefined ? {} : { listenersSince: now, listenerStates: null, silentListeners: [] }
}

/** TCP and UDP have separate ports. */
function checkListeners({
  relays = [],
  syslog_udp: udp,
  snmp_trap: trap,
  syslog_tcp: tcp,
  syslog_tls: tls,
}: Listeners) {
  requireNetworks('listeners.relays', relays)
  if (udp !== undefined && udp === trap) throw invalidField('listeners.snmp_trap', 'port_used_twice')
  if (tcp !== undefined && tcp === tls) throw invalidField('listeners.syslog_tls', 'port_used_twice')
}
