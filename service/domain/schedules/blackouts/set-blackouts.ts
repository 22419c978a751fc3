import { randomUUIDv7 } from 'node:crypto'
import { Blackout } from '../../../store/models/blackout.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { recordEvents } from '../../events/record-events.ts'
import type { Call } from '../../call.ts'
import { lockLevel } from '../../policies/level.ts'
import type { Fault } from '../../devices/device-options.ts'
import { conflict, refusedFields } from '../../refusal.ts'
import { type BlackoutTarget, blackoutsAt, digestOf, placeOf } from './blackout-level.ts'
import type { BlackoutTimes } from './hold-until.ts'
import { releaseHeld } from './release-held.ts'

export type NewBlackout = BlackoutTimes & { name: string }

/**
 * Says at one level when no scheduled backup starts, in place of what it said. Starts that are held are looked at anew.
 * @param inPlaceOf the digest of what they were made from; absent: of whatever
 * @throws Refusal 422 for one that is neither weekly nor once, or ends before it begins; 409 `changed_meanwhile`
 */
export async function setBlackouts(
  call: Call,
  target: BlackoutTarget,
  wanted: NewBlackout[],
  inPlaceOf?: string,
): Promise<Blackout[]> {
  const faults = faultsOfBlackouts(wanted)
  if (faults.length > 0) throw refusedFields(faults)
  const { trx, now } = call
  const place = placeOf(target)
  await lockLevel(trx, target)
  if (inPlaceOf !== undefined && inPlaceOf !== digestOf(await blackoutsAt(call, target))) {
    throw conflict('Somebody else has changed these blackouts meanwhile: read them again.', 'changed_meanwhile')
  }
  const removed = await Blackout.query(trx).where(place).delete()
  if (wanted.length > 0) {
    await Blackout.query(trx).insert(
      wanted.map((one, position) => ({ ...one, id: randomUUIDv7(), ...place, position, updatedAt: now })),
    )
  }
  const { tenantId, site, deviceId } = place
  await releaseHeld(call, { tenantId, site, deviceIds: deviceId === null ? null : [deviceId] })
  const detail = { level: target.level, site, names: wanted.map(({ name }) => name), before: removed }
  await recordAudit(call, 'blackouts.set', { kind: target.level, id: deviceId ?? tenantId, tenantId, detail })
  if (target.level === 'platform') {
    await recordEvents(call, [{ type: 'settings.changed', tenantId: null, data: { changed: ['blackouts'] } }])
  }
  return blackoutsAt(call, target)
}

/** What is wrong with some that are said at one level. */
export function faultsOfBlackouts(wanted: readonly NewBlackout[]): Fault[] {
  return wanted.flatMap((one, at) => faultsOf(one).map((message) => ({ path: `blackouts.${at}`, message })))
}

function faultsOf({ days, fromTime, toTime, startsAt, endsAt }: NewBlackout): string[] {
  const weekly = [days, fromTime, toTime].filter((part) => part !== null).length
  const once = [startsAt, endsAt].filter((part) => part !== null).length
  if (!(weekly === 3 && once === 0) && !(weekly === 0 && once === 2)) {
    return ['says days, from and to, or starts_at and ends_at']
  }
  return startsAt && endsAt && endsAt <= startsAt ? ['ends before it begins'] : []
}
