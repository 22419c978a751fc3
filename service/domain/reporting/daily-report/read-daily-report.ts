import type { ActionContext } from '../../kernel/context.ts'
import type { ContentContext } from '../../repository/content/content-context.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'
import { findFrozen, openFrozen } from './frozen-report.ts'
import { gatherReport } from './gather-report.ts'
import { openReport, rankOfRow } from './decrypt-report.ts'
import { listMostSevere } from './list-most-severe.ts'
import { type DailyReport, type ReportException, type TenantReport, totalOf } from './daily-report.ts'
import { dayOf, isDay } from './report-day.ts'

/**
 * `day` is YYYY-MM-DD in `timeZone`, by default today; `isLive` computes today even if it was frozen. `listed`: maximum
 * number of exceptions, the most severe, and of unscheduled devices; by default all that a report has.
 */
export interface ReportInput {
  day?: string
  isLive: boolean
  listed?: number
  timeZone: string
}

/**
 * Returns the report of a day: the frozen one, or today's current state.
 * @throws DomainError validation_failed for an invalid or future day, never_frozen for a past day without a stored
 *   report
 */
export async function readDailyReport(
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
  const { listed } = input
  if (found.frozen) {
    const report = await openFrozen(keys, found.frozen)
    return listed === undefined ? report : { ...report, customers: shortenFrozen(report.customers, listed) }
  }
  const { day, computedAt, gathered } = found
  const shown = listed === undefined ? gathered : listMostSevere(gathered, listed, rankOfRow)
  const customers = await openReport(keys, shown, computedAt)
  return { day, computedAt, isFrozen: false, summary: totalOf(customers.map(({ summary }) => summary)), customers }
}

function shortenFrozen(customers: TenantReport[], listed: number): TenantReport[] {
  return listMostSevere(customers, listed, (exception: ReportException) => exception).map((customer) => ({
    ...customer,
    isTruncated: customer.summary.exceptions > customer.exceptions.length,
  }))
}

function askedDay({ now }: ActionContext, { day, isLive, timeZone }: ReportInput): string {
  const today = dayOf(now, timeZone)
  if (day === undefined) return today
  if (!isDay(day)) throw invalidField('day', 'not_a_calendar_day')
  if (day > today) throw invalidField('day', 'day_in_future', { today })
  if (isLive && day < today) throw invalidField('live', 'live_only_today')
  return day
}
