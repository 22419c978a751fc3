import { EventRow } from '../../../store/models/event.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { type EventType, eventTypes } from './event-types.ts'
import { recordEvents } from './record-events.ts'

/**
 * Records that the caller deals with an event, so that no channel escalates it. The first acknowledgement stands.
 * @throws DomainError not_found, also for an event that the caller may not read
 */
export async function acknowledgeEvent(context: ActionContext, id: string, note: string | null): Promise<EventRow> {
  const { trx, now, actor } = context
  const event = await EventRow.query(trx).findById(id).whereNotNull('position').forNoKeyUpdate()
  if (!event || !holds(actor, eventTypes[event.type as EventType].permission)) throw notFound()
  const { tenantId, device, agent, type, acknowledgedAt } = event
  const detail = { type, ...(note !== null && { note }), ...(acknowledgedAt && { already_acknowledged: true }) }
  await recordAudit(context, 'event.acknowledge', { kind: 'event', id, tenantId, detail })
  if (acknowledgedAt !== null) return event
  const change = { acknowledgedAt: now, acknowledgedBy: actor.name, acknowledgementNote: note }
  await EventRow.query(trx).findById(id).patch(change)
  await recordEvents(context, [
    {
      type: 'event.acknowledged',
      tenantId,
      ...(device && { device: device as never }),
      ...(agent && { agent }),
      data: { event_id: id, by: actor.name },
    },
  ])
  return Object.assign(event, change)
}
