import type { Agent } from '../../../store/models/agent.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Emits an event when lab mode changes: in lab mode, an agent accepts devices whose fingerprint no user has compared. */
export function reportLabMode(context: TenantContext, agent: Agent): Promise<void> {
  const { tenantId, labMode } = agent
  const severity = labMode ? undefined : 'info'
  return recordEvents(context, [{ type: 'agent.lab_mode', tenantId, agent, data: { lab_mode: labMode }, severity }])
}
