import { type Role, may } from '../../../../shared/permissions/permissions.ts'
import { EventRow } from '../../../store/models/event.ts'
import type { Call } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { type EventType, type Severity, eventTypes } from './event-types.ts'

export interface EventFilter {
  /** One of these. */
  types?: EventType[]
  /** This grave or graver. */
  minSeverity?: Severity
}

/** The ids of the events that the wanted ones come behind, or come before. Without either: the latest. */
export interface EventBounds {
  after?: string
  before?: string
}

/**
 * Events in scope that the caller may know, the oldest first: the next ones behind `after`, the last ones before `before`.
 * @throws Refusal 422 for an event that is not known, or not any more, and for both bounds at once
 */
export async function listEvents(
  call: Call,
  filter: EventFilter,
  { after, before, limit }: EventBounds & { limit: number },
): Promise<EventRow[]> {
  if (after !== undefined && before !== undefined) throw invalidField('before', 'contradicts', { fields: ['after'] })
  const query = seen(call, filter).limit(limit)
  if (after !== undefined) {
    return query.where('position', '>', await known(call, 'after', after)).orderBy('position')
  }
  if (before !== undefined) query.where('position', '<', await known(call, 'before', before))
  return (await query.orderBy('position', 'desc')).reverse()
}

/** In the order of their positions. */
export function eventsBehind(call: Call, position: string, limit: number): Promise<EventRow[]> {
  return seen(call, {}).where('position', '>', position).orderBy('position').limit(limit).execute()
}

/** Where an event stands; null for one that is not in scope, or not any more. */
export async function positionOf({ trx }: Call, id: string): Promise<string | null> {
  const event = await EventRow.query(trx).findById(id).whereNotNull('position').select('position')
  return event?.position ?? null
}

/** Behind all that has been told. */
export async function lastPosition({ trx }: Call): Promise<string> {
  const { position } = (await trx('events').max('position as position').first()) ?? {}
  return position ?? '0'
}

async function known(call: Call, name: keyof EventBounds, id: string): Promise<string> {
  const position = await positionOf(call, id)
  if (position !== null) return position
  throw invalidField(name, 'event_unknown')
}

function seen({ trx, tenantId, actor }: Call, { types, minSeverity }: EventFilter) {
  const wanted = (Object.keys(eventTypes) as EventType[]).filter((one) => !types || types.includes(one))
  const told = wanted.filter((one) => may(actor.role as Role, eventTypes[one].permission))
  const query = EventRow.query(trx).whereNotNull('position').whereIn('type', told)
  if (tenantId !== null) query.where({ tenantId })
  if (minSeverity === 'warning') query.whereRaw(`severity <> 'info'`) // as the index has it
  if (minSeverity === 'critical') query.whereRaw(`severity <> 'info'`).where('severity', 'critical')
  return query
}
