import type { Call } from '../call.ts'
import type { Reading } from '../reading.ts'
import { Refusal, refused } from '../refusal.ts'
import { findFrozen, openFrozen } from './frozen-report.ts'
import { gatherReport } from './gather-report.ts'
import { openReport } from './open-report.ts'
import { type DailyReport, totalOf } from './report.ts'
import { dayOf, isDay } from './report-day.ts'

/** `day` is YYYY-MM-DD in `timeZone`, today where it is absent; `isLive` computes today although it was frozen. */
export interface ReportWish {
  day?: string
  isLive: boolean
  timeZone: string
}

/**
 * The report of a day: as it was frozen, or of today as it is now.
 * @throws Refusal 422 for a day that is none or is not yet; 404 for a past one that was never frozen
 */
export async function readReport(reading: Pick<Reading, 'inCall' | 'keys'>, wish: ReportWish): Promise<DailyReport> {
  const { keys } = reading
  const found = await reading.inCall(async (call) => {
    const day = askedDay(call, wish)
    const frozen = wish.isLive ? null : await findFrozen(call, day)
    if (frozen) return { frozen }
    if (day !== dayOf(call.now, wish.timeZone)) throw neverFrozen(day)
    return { day, computedAt: call.now, gathered: await gatherReport(call) }
  })
  if (found.frozen) return openFrozen(keys, found.frozen)
  const { day, computedAt, gathered } = found
  const customers = await openReport(keys, gathered, computedAt)
  return { day, computedAt, isFrozen: false, summary: totalOf(customers.map(({ summary }) => summary)), customers }
}

function askedDay({ now }: Call, { day, isLive, timeZone }: ReportWish): string {
  const today = dayOf(now, timeZone)
  if (day === undefined) return today
  if (!isDay(day)) throw refused('day', 'is no day of the calendar')
  if (day > today) throw refused('day', `is not yet: today is ${today}`)
  if (isLive && day < today)
    throw refused('live', 'is of today alone: what was true on a past day is only known if frozen')
  return day
}

function neverFrozen(day: string): Refusal {
  const detail = `The report of ${day} was never frozen, and what was true then is not known any more.`
  return new Refusal(404, 'Not found', detail, { code: 'never_frozen' })
}
