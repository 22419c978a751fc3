import { Tenant } from '../../../store/models/tenant.ts'
import { DailyReportRow } from '../../../store/models/daily-report.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { findInstalledAt } from '../../kernel/installed-at.ts'
import type { DailyReport, ReportSummary } from '../daily-report/daily-report.ts'
import { dayOf } from '../daily-report/report-day.ts'
import { type FrozenReport, findFrozen, openFrozen } from '../daily-report/frozen-report.ts'
import { compareExceptions } from '../../../../shared/reports/exception-severity.ts'
import { type PeriodDays, endedDays } from './period-days.ts'
import type { PeriodFigures, TenantFigures } from './period-figures.ts'
import { maxExceptions } from './section-limits.ts'

/** Frozen days of a period, and the report of the last one, still sealed. */
export interface FoundCoverage extends Pick<PeriodFigures, 'days' | 'missingDays' | 'totalExceptions'> {
  last: FrozenReport | null
}

/**
 * Reads the frozen reports of a period: of a tenant, or the totals. Days without a report are named, never estimated;
 * those before the tenant existed are left out.
 */
export async function findCoverage(
  { trx, now }: SystemContext,
  tenantId: string | null,
  days: PeriodDays & { timeZone: string },
): Promise<FoundCoverage> {
  const query = DailyReportRow.query(trx)
    .whereBetween('day', [days.from, days.to])
    .select('day', 'summary')
    .orderBy('day')
  const rows = await (tenantId === null ? query.whereNull('tenantId') : query.where({ tenantId }))
  const frozen = rows.map(({ day, summary }) => ({ day, ...countsOf(summary as ReportSummary) }))
  const known = new Set(frozen.map(({ day }) => day))
  const lastDay = frozen.at(-1)
  const firstDay = await findFirstDay(trx, tenantId, days.timeZone)
  return {
    days: frozen,
    missingDays: endedDays(days, now, days.timeZone).filter((day) => day >= firstDay && !known.has(day)),
    totalExceptions: lastDay?.exceptions ?? 0,
    last: lastDay ? await findFrozen({ trx, tenantId }, lastDay.day) : null,
  }
}

/** Returns the day on which the tenant or, for null, the installation was created. */
async function findFirstDay(trx: SystemContext['trx'], tenantId: string | null, timeZone: string): Promise<string> {
  const createdAt =
    tenantId === null ? await findInstalledAt(trx) : (await Tenant.query(trx).findById(tenantId))?.createdAt
  return createdAt ? dayOf(createdAt, timeZone) : ''
}

/** Decrypts the devices that need attention, by tenant. Runs outside the transaction. */
export async function openCoverage(
  keys: Keyring,
  { last }: FoundCoverage,
): Promise<Map<string, Pick<TenantFigures, 'coverage' | 'exceptions'>>> {
  const report: DailyReport | null = last && (await openFrozen(keys, last))
  return new Map(
    report?.customers.map(({ id, summary, exceptions }) => [
      id,
      { coverage: countsOf(summary), exceptions: exceptions.toSorted(compareExceptions).slice(0, maxExceptions).map(exceptionOf) },
    ]),
  ) // prettier-ignore
}

function exceptionOf({ name, reasons, lastSuccessAt }: DailyReport['customers'][number]['exceptions'][number]) {
  return { device: name, reasons, lastSuccessAt }
}

function countsOf({ devices, covered, exceptions }: ReportSummary) {
  return { devices, covered, exceptions }
}
