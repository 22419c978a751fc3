import type { SystemContext } from '../../kernel/context.ts'
import { closeAlert, openAlert } from '../../outbox/events/open-alerts.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Difference in seconds from PostgreSQL's clock above which a replica's clock is reported. */
export const replicaLimitSeconds = 60

/**
 * Difference in seconds from the service's clock above which an agent's clock disturbs TLS; `coffer-agent doctor` has
 * the same limit.
 */
export const agentLimitSeconds = 300

/** An agent, and by how much its clock is ahead of the service's. */
export interface AgentClock {
  agent: { id: string; name: string; hostname: string | null }
  tenantId: string
  aheadSeconds: number
}

/** Does the same as `noticeReplicaClock` for an agent, in its tenant. */
export async function noticeAgentClock(
  context: SystemContext,
  { agent, tenantId, aheadSeconds }: AgentClock,
): Promise<void> {
  const { trx, now } = context
  const key = `clock of agent ${agent.id}`
  const { hostname } = agent
  const data = { of: 'agent' as const, hostname, ahead_seconds: aheadSeconds, limit_seconds: agentLimitSeconds }
  if (Math.abs(aheadSeconds) > agentLimitSeconds) {
    if (await openAlert(trx, key, now)) await recordEvents(context, [{ type: 'clock.skewed', tenantId, agent, data }])
  } else if (Math.abs(aheadSeconds) <= agentLimitSeconds / 2 && (await closeAlert(trx, key))) {
    await recordEvents(context, [{ type: 'clock.corrected', tenantId, agent, data }])
  }
}

/**
 * Records `clock.skewed` when a replica's clock differs from PostgreSQL's by more than its limit, and `clock.corrected`
 * when it is within half of it: once each per host name.
 */
export async function noticeReplicaClock(context: SystemContext, hostname: string, databaseNow: Date): Promise<void> {
  const { trx, now } = context
  const key = `clock of replica ${hostname}`
  const seconds = Math.round((now.getTime() - databaseNow.getTime()) / 1000)
  const data = { of: 'replica' as const, hostname, ahead_seconds: seconds, limit_seconds: replicaLimitSeconds }
  if (Math.abs(seconds) > replicaLimitSeconds) {
    if (await openAlert(trx, key, now)) await recordEvents(context, [{ type: 'clock.skewed', tenantId: null, data }])
  } else if (Math.abs(seconds) <= replicaLimitSeconds / 2 && (await closeAlert(trx, key))) {
    await recordEvents(context, [{ type: 'clock.corrected', tenantId: null, data }])
  }
}
