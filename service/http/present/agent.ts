import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import { outdatedReason } from '../../../shared/agent-protocol/protocols.ts'
import { snmpEngineId } from '../../../shared/agent-protocol/snmp-engine-id.ts'
import type { AgentView } from '../../domain/inventory/agents/agent-view.ts'

/** @param protocols versions that the service supports; default: its own */
export function presentAgent(
  { agent, status, runningJobs, session }: AgentView,
  locale: Locale,
  protocols?: readonly number[],
): components['schemas']['Agent'] {
  const outdated = agent.protocol === null ? undefined : outdatedReason(agent.protocol, protocols)
  return {
    id: agent.id,
    tenant_id: agent.tenantId,
    slug: agent.slug,
    name: agent.name,
    lab_mode: agent.labMode,
    local: agent.localServerId !== null,
    status,
    last_seen_at: agent.lastSeenAt?.toISOString() ?? null,
    enrolled_at: agent.enrolledAt?.toISOString() ?? null,
    version: agent.version,
    hostname: agent.hostname,
    outdated: outdated ? render(outdated, locale) : null,
    outdated_message: outdated ?? null,
    running_jobs: runningJobs,
    session: session && {
      started_at: session.startedAt.toISOString(),
      platforms: session.platforms,
      transports: session.transports,
      slots: session.slots,
    },
    listeners: agent.listeners,
    snmp_users: agent.snmpUsers,
    snmp_engine_id: snmpEngineId(agent.id).toString('hex'),
    // agents of earlier releases report no rejections
    listener_states: (agent.listenerStates ?? []).map((state) => ({
      ...state,
      rejected: state.rejected ?? 0,
      last_rejection: state.last_rejection ?? null,
    })),
    created_at: agent.createdAt.toISOString(),
  }
}
