import type { Request } from 'express'
import { agentLimitSeconds, noticeAgentClock } from '../domain/reporting/monitoring/report-clock.ts'
import type { Dependencies } from '../dependencies.ts'
import { Agent } from '../store/models/agent.ts'
import { inScope } from '../store/scope.ts'
import { agentOf } from './agent-exchange.ts'

/** Maximum number of agents whose clock state this replica caches; others are read again. */
const maxRemembered = 10_000

/**
 * Creates the check of an agent's clock by the `Date` of its requests (RFC 9110, section 6.6.1). It queries the
 * database only for a clock that this replica has not seen, and for one that became wrong or right.
 */
export function createAgentClocks(
  dependencies: Pick<Dependencies, 'forAgents' | 'now'>,
): (req: Pick<Request, 'agent' | 'get'>) => Promise<void> {
  const wasWrong = new Map<string, boolean>()
  return async (req) => {
    const { agentId, tenantId } = agentOf(req)
    const sentAt = Date.parse(req.get('date') ?? '')
    if (Number.isNaN(sentAt)) return
    const aheadSeconds = Math.round((sentAt - dependencies.now().getTime()) / 1000)
    const isWrong = Math.abs(aheadSeconds) > agentLimitSeconds
    const isBetween = !isWrong && Math.abs(aheadSeconds) > agentLimitSeconds / 2
    if (isBetween || wasWrong.get(agentId) === isWrong) return
    await inScope(dependencies.forAgents.knex, { kind: 'platform' }, async (trx) => {
      const agent = await Agent.query(trx).findById(agentId)
      if (agent) await noticeAgentClock({ trx, now: dependencies.now() }, { agent, tenantId, aheadSeconds })
    })
    if (wasWrong.size >= maxRemembered) wasWrong.clear()
    wasWrong.set(agentId, isWrong)
  }
}
