import type { SystemContext } from '../../kernel/context.ts'
import { closeAlert, openAlert } from '../../outbox/events/open-alerts.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Further from PostgreSQL's, the clock of a replica should be set. */
export const replicaLimitSeconds = 60

/** Further from the service's, the clock of an agent disturbs TLS; `coffer-agent doctor` has the same limit. */
export const agentLimitSeconds = 300

/** An agent, and by how much its clock is ahead of the service's. */
export interface AgentClock {
  agent: { id: string; name: string; hostname: string | null }
  tenantId: string
  aheadSeconds: number
}

/** As `noticeReplicaClock`, of an agent and for its customer. */
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
 * Records `clock.skewed` when the clock of a replica is further from PostgreSQL's than its limit, and `clock.corrected` when
 * it is within half of that: once each for one host name.
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
