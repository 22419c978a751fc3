import { EventRow } from '../../../store/models/event.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField, notFound } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { type EventType, type Severity, eventTypes } from './event-types.ts'

export interface EventFilter {
  /** Any of these types. */
  types?: EventType[]
  /** This severity or higher. */
  minSeverity?: Severity
  deviceId?: string
  /** Events at or after this time. */
  since?: Date
  /** Events that a channel escalates, or has escalated, and that no user acknowledged. */
  isEscalating?: boolean
}

/** Ids of the events before and after which to list. Without either: the latest events. */
export interface EventBounds {
  after?: string
  before?: string
}

/**
 * Returns events in scope that the caller may read, oldest first: the next ones after `after`, or the last ones before
 * `before`.
 * @throws DomainError validation_failed for an event that does not exist any more, and for both bounds together
 */
export async function listEvents(
  context: ActionContext,
  filter: EventFilter,
  { after, before, limit }: EventBounds & { limit: number },
): Promise<EventRow[]> {
  if (after !== undefined && before !== undefined) throw invalidField('before', 'contradicts', { fields: ['after'] })
  const query = seen(context, filter).limit(limit)
  if (after !== undefined) {
    return query.where('position', '>', await known(context, 'after', after)).orderBy('position')
  }
  if (before !== undefined) query.where('position', '<', await known(context, 'before', before))
  return (await query.orderBy('position', 'desc')).reverse()
}

/**
 * Returns an event.
 * @throws DomainError not_found, also for an event that the caller may not read
 */
export async function getEvent(context: ActionContext, id: string): Promise<EventRow> {
  const event = await seen(context, {}).where({ id }).first()
  if (!event) throw notFound()
  return event
}

/** Returns events in the order of their positions. */
export function eventsBehind(context: ActionContext, position: string, limit: number): Promise<EventRow[]> {
  return seen(context, {}).where('position', '>', position).orderBy('position').limit(limit).execute()
}

/** Returns the position of an event; null if it is out of scope or deleted. */
export async function positionOf({ trx }: ActionContext, id: string): Promise<string | null> {
  const event = await EventRow.query(trx).findById(id).whereNotNull('position').select('position')
  return event?.position ?? null
}

/** Returns the position of the last published event. */
export async function lastPosition({ trx }: ActionContext): Promise<string> {
  const { position } = (await trx('events').max('position as position').first()) ?? {}
  return position ?? '0'
}

async function known(context: ActionContext, name: keyof EventBounds, id: string): Promise<string> {
  const position = await positionOf(context, id)
  if (position !== null) return position
  throw invalidField(name, 'event_unknown')
}

function seen(context: ActionContext, { types, minSeverity, deviceId, since, isEscalating }: EventFilter) {
  const { trx, tenantId, actor } = context
  const requested = (Object.keys(eventTypes) as EventType[]).filter((one) => !types || types.includes(one))
  const permitted = requested.filter((one) => holds(actor, eventTypes[one].permission))
  const query = EventRow.query(trx).whereNotNull('position').whereIn('type', permitted)
  if (tenantId !== null) query.where({ tenantId })
  if (deviceId !== undefined) query.whereRaw(`device ->> 'id' = ?`, [deviceId])
  if (since !== undefined) query.where('at', '>=', since)
  if (isEscalating) {
    query.whereNull('acknowledgedAt').whereRaw('id in (select event_id from notification_escalations)')
  }
  if (minSeverity === 'warning') query.whereRaw(`severity <> 'info'`) // matches the condition of the partial index
  if (minSeverity === 'critical') query.whereRaw(`severity <> 'info'`).where('severity', 'critical')
  return query
}
