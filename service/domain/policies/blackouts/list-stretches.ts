import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Calendar, createCalendar } from '../../../../shared/cron/calendar.ts'
import { Blackout } from '../../../store/models/blackout.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type BlackoutTimes, cronAt } from './blackout-end.ts'

/** A blackout of a level, with the name of its device. */
export interface NamedBlackout {
  blackout: Blackout
  deviceName: string | null
}

/** A time in which a blackout delays scheduled starts. `end` is exclusive. */
export interface BlackoutStretch extends NamedBlackout {
  begin: Date
  end: Date
}

const hourMs = 3_600_000

/** Requests wait for a turn of the event loop, so each computes few. */
const blackoutsOfTurn = 50

/**
 * Returns the blackouts in scope: the platform's, then those of tenants, sites and devices in service.
 * @param platform the platform's blackouts, which a tenant's transaction cannot read
 * @param limit number of blackouts, at most; the widest levels come first
 */
export async function readBlackoutsOfLevels(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  platform: readonly Blackout[],
  limit: number,
): Promise<{ blackouts: NamedBlackout[]; omitted: number }> {
  const query = Blackout.query(trx)
    .leftJoin('devices', 'devices.id', 'blackouts.deviceId')
    .whereNotNull('blackouts.tenantId')
    .whereNull('devices.decommissionedAt')
  if (tenantId !== null) query.where('blackouts.tenantId', tenantId)
  const count = await query.clone().resultSize()
  const rows = (await query
    .select('blackouts.*', 'devices.name as deviceName')
    .orderByRaw('(blackouts.device_id is not null), (blackouts.site is not null), blackouts.id')
    .limit(limit)) as (Blackout & { deviceName: string | null })[]
  const named = rows.map((row) => ({ blackout: row, deviceName: row.deviceName }))
  const all = [...platform.map((blackout) => ({ blackout, deviceName: null })), ...named]
  return { blackouts: all, omitted: count - rows.length }
}

/** Returns when the blackouts are active between two instants, in their order. */
export async function listStretches(
  blackouts: readonly NamedBlackout[],
  { from, until, timeZone }: { from: Date; until: Date; timeZone: string },
): Promise<BlackoutStretch[]> {
  const calendar = createCalendar(timeZone)
  const stretches: BlackoutStretch[] = []
  for (const [at, named] of blackouts.entries()) {
    if (at % blackoutsOfTurn === blackoutsOfTurn - 1) await nextTurn()
    const times = findStretches(named.blackout, { from: from.getTime(), until: until.getTime() }, calendar)
    stretches.push(...times.map(({ begin, end }) => ({ ...named, begin: new Date(begin), end: new Date(end) })))
  }
  return stretches
}

/** In milliseconds since 1970. */
interface Stretch {
  begin: number
  end: number
}

function findStretches(
  { days, fromTime, toTime, startsAt, endsAt }: BlackoutTimes,
  { from, until }: { from: number; until: number },
  calendar: Calendar,
): Stretch[] {
  const isShown = ({ begin, end }: Stretch) => begin < until && end > from
  if (startsAt && endsAt) return [{ begin: startsAt.getTime(), end: endsAt.getTime() }].filter(isShown)
  if (!days || !fromTime || !toTime) return []
  const begins = cronAt(fromTime, days.join(','))
  const ends = cronAt(toTime, '*')
  const found: Stretch[] = []
  // A day, plus the hours that a clock change may add: a blackout that began earlier has ended.
  let begin = calendar.next(begins, from - 27 * hourMs)
  for (; begin !== null && begin < until; begin = calendar.next(begins, begin)) {
    const end = calendar.next(ends, begin)
    if (end !== null) found.push({ begin, end })
  }
  return found.filter(isShown)
}
