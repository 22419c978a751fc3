import type { components } from '../../../shared/contract/api-types.ts'
import { outdatedReason } from '../../../shared/agent-protocol/protocols.ts'
import type { AgentView } from '../../domain/inventory/agents/agents.ts'

/** @param protocols that the service speaks; its own where nothing is said */
export function presentAgent(
  { agent, status, runningJobs, session }: AgentView,
  protocols?: readonly number[],
): components['schemas']['Agent'] {
  return {
    id: agent.id,
    tenant_id: agent.tenantId,
    slug: agent.slug,
    name: agent.name,
    lab_mode: agent.labMode,
    status,
    last_seen_at: agent.lastSeenAt?.toISOString() ?? null,
    enrolled_at: agent.enrolledAt?.toISOString() ?? null,
    version: agent.version,
    hostname: agent.hostname,
    outdated: (agent.protocol !== null && outdatedReason(agent.protocol, protocols)) || null,
    running_jobs: runningJobs,
    session: session && {
      started_at: session.startedAt.toISOString(),
      platforms: session.platforms,
      transports: session.transports,
      slots: session.slots,
    },
    created_at: agent.createdAt.toISOString(),
  }
}
