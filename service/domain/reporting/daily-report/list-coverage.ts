import { DailyReportRow } from '../../../store/models/daily-report.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import type { ReportSummary } from './daily-report.ts'
import type { ReportDay } from './list-report-days.ts'
import { dayOf, daysBefore, isDay } from './report-day.ts'

/** The frozen days of a tenant in chronological order. */
export interface TenantCoverage {
  id: string
  slug: string
  name: string
  days: ReportDay[]
}

type TenantDay = DailyReportRow & { tenantId: string; slug: string; name: string }

/**
 * Returns the coverage of each tenant, or of the context's tenant, by slug.
 * @param options `until`: the last day; default: today in `timeZone`. `days`: number of days up to it
 * @throws DomainError validation_failed if `until` is not a calendar day
 */
export async function listCoverage(
  { trx, tenantId, now }: Pick<ActionContext, 'trx' | 'tenantId' | 'now'>,
  options: { until?: string; days: number; timeZone: string },
): Promise<TenantCoverage[]> {
  const { until = dayOf(now, options.timeZone), days } = options
  if (!isDay(until)) throw invalidField('until', 'not_a_calendar_day')
  const query = DailyReportRow.query(trx)
    .join('tenants', 'tenants.id', 'daily_reports.tenantId')
    .where('day', '<=', until)
    .where('day', '>', daysBefore(until, days))
    .select('daily_reports.tenantId', 'day', 'computedAt', 'summary', 'tenants.slug', 'tenants.name')
    .orderBy(['tenants.slug', 'day'])
  if (tenantId !== null) query.where('daily_reports.tenantId', tenantId)
  const rows = (await query) as TenantDay[]
  return Array.from(
    Map.groupBy(rows, (row) => row.tenantId),
    ([id, ofTenant]) => {
      const { slug, name } = ofTenant[0]!
      return { id, slug, name, days: ofTenant.map(reportDayOf) }
    },
  )
}

function reportDayOf({ day, computedAt, summary }: TenantDay): ReportDay {
  return { day, computedAt, summary: summary as ReportSummary }
}
