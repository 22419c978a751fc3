import { DailyReportRow } from '../../../store/models/daily-report.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { isDay } from './report-day.ts'
import type { ReportSummary } from './report.ts'

/** A day whose report was frozen, and its figures. */
export interface ReportDay {
  /** As YYYY-MM-DD. */
  day: string
  computedAt: Date
  summary: ReportSummary
}

/**
 * The days that were frozen, the latest first: of the customer, or of all customers together.
 * @param wish `until`: only that day and those before it
 * @throws DomainError 422 for an `until` that is no day
 */
export async function listReportDays(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  wish: { until?: string; limit: number },
): Promise<ReportDay[]> {
  if (wish.until !== undefined && !isDay(wish.until)) throw invalidField('until', 'not_a_calendar_day')
  const query = DailyReportRow.query(trx)
    .select('day', 'computedAt', 'summary')
    .orderBy('day', 'desc')
    .limit(wish.limit)
  if (tenantId === null) query.whereNull('tenantId')
  else query.where({ tenantId })
  if (wish.until !== undefined) query.where('day', '<=', wish.until)
  const rows = await query
  return rows.map(({ day, computedAt, summary }) => ({ day, computedAt, summary: summary as ReportSummary }))
}
