import { randomUUIDv7 } from 'node:crypto'
import type { FieldErrorCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { Blackout } from '../../../store/models/blackout.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { lockLevel } from '../level.ts'
import { DomainError, type FieldError, invalidFields } from '../../kernel/domain-error.ts'
import { type BlackoutTarget, blackoutsAt, digestOf, placeOf } from './blackout-level.ts'
import type { BlackoutTimes } from './blackout-end.ts'
import { releaseDelayed } from './release-delayed.ts'

export type NewBlackout = BlackoutTimes & { name: string }

/**
 * Replaces the blackouts of one level and recomputes delayed starts.
 * @param inPlaceOf digest of the blackouts that the request is based on; absent: no check
 * @throws DomainError validation_failed for a blackout that is neither weekly nor one-off, or ends before it starts,
 *   changed_meanwhile
 */
export async function setBlackouts(
  context: ActionContext,
  target: BlackoutTarget,
  wanted: NewBlackout[],
  inPlaceOf?: string,
): Promise<Blackout[]> {
  const faults = faultsOfBlackouts(wanted)
  if (faults.length > 0) throw invalidFields(faults)
  const { trx, now } = context
  const place = placeOf(target)
  await lockLevel(trx, target)
  if (inPlaceOf !== undefined && inPlaceOf !== digestOf(await blackoutsAt(context, target))) {
    throw new DomainError('changed_meanwhile')
  }
  const removed = await Blackout.query(trx).where(place).delete()
  if (wanted.length > 0) {
    await Blackout.query(trx).insert(
      wanted.map((one, position) => ({ ...one, id: randomUUIDv7(), ...place, position, updatedAt: now })),
    )
  }
  const { tenantId, site, deviceId } = place
  await releaseDelayed(context, { tenantId, site, deviceIds: deviceId === null ? null : [deviceId] })
  const detail = { level: target.level, site, names: wanted.map(({ name }) => name), before: removed }
  await recordAudit(context, 'blackouts.set', { kind: target.level, id: deviceId ?? tenantId, tenantId, detail })
  if (target.level === 'platform') {
    await recordEvents(context, [{ type: 'settings.changed', tenantId: null, data: { changed: ['blackouts'] } }])
  }
  return blackoutsAt(context, target)
}

/** Returns the errors of blackouts of one level. */
export function faultsOfBlackouts(wanted: readonly NewBlackout[]): FieldError[] {
  return wanted.flatMap((one, at) => findErrors(one).map((error) => ({ path: `blackouts.${at}`, error })))
}

function findErrors({ days, fromTime, toTime, startsAt, endsAt }: NewBlackout): MessageOf<FieldErrorCode>[] {
  const weekly = [days, fromTime, toTime].filter((part) => part !== null).length
  const once = [startsAt, endsAt].filter((part) => part !== null).length
  if (!(weekly === 3 && once === 0) && !(weekly === 0 && once === 2)) {
    return [message('blackout_form')]
  }
  return startsAt && endsAt && endsAt <= startsAt ? [message('ends_before_start')] : []
}
