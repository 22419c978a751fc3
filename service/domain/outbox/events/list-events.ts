import { type Role, may } from '../../../../shared/permissions/permissions.ts'
import { EventRow } from '../../../store/models/event.ts'
import type { ActionContext } from '../../kernel/context.ts'
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
 * @throws DomainError 422 for an event that is not known, or not any more, and for both bounds at once
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

/** In the order of their positions. */
export function eventsBehind(context: ActionContext, position: string, limit: number): Promise<EventRow[]> {
  return seen(context, {}).where('position', '>', position).orderBy('position').limit(limit).execute()
}

/** Where an event stands; null for one that is not in scope, or not any more. */
export async function positionOf({ trx }: ActionContext, id: string): Promise<string | null> {
  const event = await EventRow.query(trx).findById(id).whereNotNull('position').select('position')
  return event?.position ?? null
}

/** Behind all that has been told. */
export async function lastPosition({ trx }: ActionContext): Promise<string> {
  const { position } = (await trx('events').max('position as position').first()) ?? {}
  return position ?? '0'
}

async function known(context: ActionContext, name: keyof EventBounds, id: string): Promise<string> {
  const position = await positionOf(context, id)
  if (position !== null) return position
  throw invalidField(name, 'event_unknown')
}

function seen({ trx, tenantId, actor }: ActionContext, { types, minSeverity }: EventFilter) {
  const wanted = (Object.keys(eventTypes) as EventType[]).filter((one) => !types || types.includes(one))
  const told = wanted.filter((one) => may(actor.role as Role, eventTypes[one].permission))
  const query = EventRow.query(trx).whereNotNull('position').whereIn('type', told)
  if (tenantId !== null) query.where({ tenantId })
  if (minSeverity === 'warning') query.whereRaw(`severity <> 'info'`) // as the index has it
  if (minSeverity === 'critical') query.whereRaw(`severity <> 'info'`).where('severity', 'critical')
  return query
}
