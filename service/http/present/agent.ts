import type { components } from '../../../shared/contract/api-types.ts'
import type { AgentView } from '../../domain/agents/agents.ts'
import { outdatedReason } from '../../domain/agents/open-session.ts'

export function presentAgent({ agent, status, runningJobs }: AgentView): components['schemas']['Agent'] {
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
    outdated: (agent.protocol !== null && outdatedReason(agent.protocol)) || null,
    running_jobs: runningJobs,
    created_at: agent.createdAt.toISOString(),
  }
}
