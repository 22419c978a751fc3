import type { Request } from 'express'
import type { AuditReasonCode } from '../../shared/messages/codes.ts'
import { message } from '../../shared/messages/message.ts'
import { recordAudit } from '../domain/kernel/audit/record-audit.ts'
import { serviceActor } from '../domain/kernel/service-actor.ts'
import type { Dependencies } from '../dependencies.ts'
import { inScope } from '../store/scope.ts'
import { originOf } from './authorise.ts'

/** An event in an agent's exchanges that an administrator should check. */
export interface AgentAlert {
  agentId: string
  tenantId: string
  action: 'agent.exchange' | 'agent.enroll'
  reason: AuditReasonCode
  detail?: Record<string, string | number>
}

/** Interval in which the same alert for one agent is not repeated. Otherwise its cause could fill the audit log. */
const quietMs = 10 * 60_000

/** Maximum number of remembered alerts; further ones are reported again. */
const maxRemembered = 10_000

/** Records an alert and logs a warning: at most one in ten minutes for one agent and reason, on each replica. */
export async function raiseAgentAlert(
  dependencies: Dependencies,
  req: Pick<Request, 'id' | 'ip' | 'log'>,
  alarm: AgentAlert,
): Promise<void> {
  const { agentId, tenantId, action, reason, detail } = alarm
  const now = dependencies.now()
  if (isQuiet(dependencies, `${agentId} ${action} ${reason}`, now)) return
  req.log.warn({ agentId, reason, ...detail }, 'alarm: rejected in the name of an agent')
  await inScope(dependencies.forAgents.knex, { kind: 'tenant', tenantId }, (trx) =>
    recordAudit({ ...serviceActor, origin: originOf(req as Request), tenantId, now, trx }, action, {
      kind: 'agent',
      id: agentId,
      outcome: 'refused',
      detail: { reason: message(reason), ...detail },
    }),
  )
}

const reportsBySignals = new WeakMap<Dependencies['signals'], Map<string, number>>()

function isQuiet({ signals }: Dependencies, trouble: string, now: Date): boolean {
  const lastReports = reportsBySignals.get(signals) ?? new Map<string, number>()
  reportsBySignals.set(signals, lastReports)
  const last = lastReports.get(trouble)
  if (last !== undefined && now.getTime() - last < quietMs) return true
  if (lastReports.size >= maxRemembered) lastReports.clear()
  lastReports.set(trouble, now.getTime())
  return false
}
