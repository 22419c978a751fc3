import { DailyReportRow } from '../../../store/models/daily-report.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { isDay } from './report-day.ts'
import type { ReportSummary } from './daily-report.ts'

/** A day with a frozen report, and its counts. */
export interface ReportDay {
  /** YYYY-MM-DD. */
  day: string
  computedAt: Date
  summary: ReportSummary
}

/**
 * Returns the frozen days, latest first, of the tenant or of the total.
 * @param options `until`: the latest day to return
 * @throws DomainError validation_failed if `until` is not a calendar day
 */
export async function listReportDays(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  options: { until?: string; limit: number },
): Promise<ReportDay[]> {
  if (options.until !== undefined && !isDay(options.until)) throw invalidField('until', 'not_a_calendar_day')
  const query = DailyReportRow.query(trx)
    .select('day', 'computedAt', 'summary')
    .orderBy('day', 'desc')
    .limit(options.limit)
  if (tenantId === null) query.whereNull('tenantId')
  else query.where({ tenantId })
  if (options.until !== undefined) query.where('day', '<=', options.until)
  const rows = await query
  return rows.map(({ day, computedAt, summary }) => ({ day, computedAt, summary: summary as ReportSummary }))
}
