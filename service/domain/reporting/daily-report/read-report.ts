import type { ActionContext } from '../../kernel/context.ts'
import type { ContentContext } from '../../repository/content/content-context.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'
import { findFrozen, openFrozen } from './frozen-report.ts'
import { gatherReport } from './gather-report.ts'
import { openReport } from './decrypt-report.ts'
import { type DailyReport, totalOf } from './report.ts'
import { dayOf, isDay } from './report-day.ts'

/** `day` is YYYY-MM-DD in `timeZone`, by default today; `isLive` computes today even if it was frozen. */
export interface ReportInput {
  day?: string
  isLive: boolean
  timeZone: string
}

/**
 * Returns the report of a day: the frozen one, or today's current state.
 * @throws DomainError validation_failed for an invalid or future day, never_frozen for a past day without a stored
 *   report
 */
export async function readReport(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys'>,
  input: ReportInput,
): Promise<DailyReport> {
  const { keys } = contentContext
  const found = await contentContext.inTransaction(async (context) => {
    const day = askedDay(context, input)
    const frozen = input.isLive ? null : await findFrozen(context, day)
    if (frozen) return { frozen }
    if (day !== dayOf(context.now, input.timeZone)) throw new DomainError('never_frozen', { day })
    return { day, computedAt: context.now, gathered: await gatherReport(context) }
  })
  if (found.frozen) return openFrozen(keys, found.frozen)
  const { day, computedAt, gathered } = found
  const customers = await openReport(keys, gathered, computedAt)
  return { day, computedAt, isFrozen: false, summary: totalOf(customers.map(({ summary }) => summary)), customers }
}

function askedDay({ now }: ActionContext, { day, isLive, timeZone }: ReportInput): string {
  const today = dayOf(now, timeZone)
  if (day === undefined) return today
  if (!isDay(day)) throw invalidField('day', 'not_a_calendar_day')
  if (day > today) throw invalidField('day', 'day_in_future', { today })
  if (isLive && day < today) throw invalidField('live', 'live_only_today')
  return day
}
