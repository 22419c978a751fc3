import { randomUUIDv7 } from 'node:crypto'
import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import { openField, sealField } from '../../../keys/sealed-field.ts'
import type { PeriodReportRow } from '../../../store/models/period-report.ts'
import { PeriodReportPart } from '../../../store/models/period-report.ts'
import type { SystemContext } from '../../kernel/context.ts'
import type { PeriodDays } from './period-days.ts'
import type { PeriodData, PeriodFigures, TenantFigures } from './period-figures.ts'
import type { ReportPeriod } from './period-report.ts'

/** A stored report; its parts are still sealed. */
export interface StoredPeriodReport {
  row: PeriodReportRow
  parts: PeriodReportPart[]
}

/** Returns a report by its row, null for undefined. */
export async function withParts(
  trx: SystemContext['trx'],
  row: PeriodReportRow | undefined,
): Promise<StoredPeriodReport | null> {
  return row ? { row, parts: await PeriodReportPart.query(trx).where({ reportId: row.id }) } : null
}

/** A report, ready to be inserted. */
export interface SealedPeriodReport {
  row: Record<string, unknown> & { id: string }
  parts: { report_id: string; tenant_id: string; part: Buffer }[]
}

/** What a stored report says of itself. */
interface StoredHead extends PeriodDays {
  tenantId: string | null
  period: ReportPeriod
  timeZone: string
  computedAt: Date
}

/** Seals each part under the keys of its tenant; parts of tenants whose keys were destroyed are left out. */
export async function sealReport(
  keys: Keyring,
  { tenantId, period, from, to, timeZone, computedAt }: StoredHead,
  { figures, tenants }: PeriodData,
): Promise<SealedPeriodReport> {
  const id = randomUUIDv7()
  const sealed: SealedPeriodReport['parts'] = []
  for (const [whose, part] of tenants) {
    const tenantKeys = await keysUnlessDestroyed(keys, whose)
    if (!tenantKeys) continue
    sealed.push({ report_id: id, tenant_id: whose, part: sealField(tenantKeys, bindingOf(id), JSON.stringify(part)) })
  }
  const days = { first_day: from, last_day: to, time_zone: timeZone, computed_at: computedAt }
  return { row: { id, tenant_id: tenantId, period, ...days, figures: JSON.stringify(figures) }, parts: sealed }
}

/** Inserts a report, unless the period already has one. */
export async function storeReport(
  { trx }: Pick<SystemContext, 'trx'>,
  { row, parts }: SealedPeriodReport,
): Promise<void> {
  const inserted: unknown[] = await trx('period_reports')
    .insert(row)
    .onConflict(['tenant_id', 'period', 'last_day'])
    .ignore()
    .returning('id')
  if (inserted.length > 0 && parts.length > 0) await trx('period_report_parts').insert(parts)
}

/** Decrypts a stored report. Parts of tenants whose keys were destroyed are absent. */
export async function openStored(keys: Keyring, { row, parts }: StoredPeriodReport): Promise<PeriodData> {
  const opened = new Map<string, TenantFigures>()
  for (const { tenantId, part } of parts) {
    const tenantKeys = await keysUnlessDestroyed(keys, tenantId)
    if (!tenantKeys) continue
    opened.set(tenantId, JSON.parse(openField(tenantKeys, bindingOf(row.id), part).toString()) as TenantFigures)
  }
  return { figures: row.figures as PeriodFigures, tenants: opened }
}

function bindingOf(row: string) {
  return { row, field: 'period_report' }
}
