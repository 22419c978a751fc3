import { randomUUIDv7 } from 'node:crypto'
import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import { openField, sealField } from '../../../keys/sealed-field.ts'
import { DailyReportRow } from '../../../store/models/daily-report.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { convertWarning } from '../../jobs/job-summary.ts'
import type { LegacyTexts } from '../../kernel/text-conversion/legacy-texts.ts'
import { type NewEvent, recordEvents } from '../../outbox/events/record-events.ts'
import { convertFailure } from '../../../store/legacy-sentences/failures.ts'
import { nothingFailed } from './decrypt-report.ts'
import type {
  TenantReport,
  DailyReport,
  NotCollected,
  ReportAgent,
  ReportException,
  ReportSummary,
  UnscheduledDevice,
} from './daily-report.ts'
import { totalOf } from './daily-report.ts'

/** A tenant's frozen part with the tenant's slug and name. */
type FrozenTenant = DailyReportRow & { tenantId: string; slug: string; name: string }

/** The stored report of a day, for a tenant or in total; its parts are still sealed. */
export interface FrozenReport {
  row: DailyReportRow
  parts: FrozenTenant[]
}

type NewReport = Pick<
  DailyReportRow,
  'id' | 'tenantId' | 'day' | 'computedAt' | 'summary' | 'agents' | 'unscheduled' | 'exceptions'
>

/** A tenant's row, ready to be inserted. */
export type SealedReport = NewReport & { tenantId: string }

/** Returns null if the day was not frozen for this scope: the tenant, or the total of all. */
export async function findFrozen(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  day: string,
): Promise<FrozenReport | null> {
  const ofDay = DailyReportRow.query(trx).where({ day })
  const row = await (tenantId === null ? ofDay.whereNull('tenantId') : ofDay.where({ tenantId })).first()
  if (!row) return null
  const parts = await DailyReportRow.query(trx)
    .join('tenants', 'tenants.id', 'daily_reports.tenantId')
    .where({ day })
    .whereIn('daily_reports.tenantId', row.customers ?? [tenantId ?? ''])
    .select('daily_reports.*', 'tenants.slug', 'tenants.name')
    .orderBy('tenants.slug')
  return { row, parts: parts as FrozenTenant[] }
}

/** Decrypts a frozen report. Errors of a tenant whose keys were destroyed cannot be decrypted; its counts remain. */
export async function openFrozen(keys: Keyring, { row, parts }: FrozenReport): Promise<DailyReport> {
  const customers: (TenantReport & { summary: { withoutAgent: number } })[] = []
  for (const part of parts) {
    const frozen = part.summary as ReportSummary
    const tenantKeys = part.exceptions ? await keysUnlessDestroyed(keys, part.tenantId) : null
    const exceptions: ReportException[] =
      part.exceptions && tenantKeys
        ? parseExceptions(openField(tenantKeys, exceptionsBinding(part.id), part.exceptions).toString())
        : []
    const { tenantId: id, slug, name } = part
    const waiting = exceptions.filter(({ errorCode }) => errorCode === 'no_agent').length
    const summary = { ...frozen, withoutAgent: frozen.withoutAgent ?? waiting }
    const isTruncated = summary.exceptions > exceptions.length
    customers.push({
      id,
      slug,
      name,
      summary,
      exceptions,
      isTruncated,
      unscheduled: part.unscheduled as UnscheduledDevice[],
      agents: part.agents as ReportAgent[],
    })
  }
  const { day, computedAt } = row
  const withoutAgent = customers.reduce((sum, customer) => sum + customer.summary.withoutAgent, 0)
  return { day, computedAt, isFrozen: true, summary: { ...(row.summary as ReportSummary), withoutAgent }, customers }
}

/** Exceptions may quote a configuration and are sealed. */
export async function sealReports(keys: Keyring, { day, computedAt, customers }: DailyReport): Promise<SealedReport[]> {
  const sealed: SealedReport[] = []
  for (const { id: tenantId, summary, agents, unscheduled, exceptions } of customers) {
    const id = randomUUIDv7()
    const tenantKeys = await keysUnlessDestroyed(keys, tenantId)
    const text = tenantKeys && sealField(tenantKeys, exceptionsBinding(id), JSON.stringify(exceptions))
    sealed.push({ id, tenantId, day, computedAt, summary, agents, unscheduled, exceptions: text })
  }
  return sealed
}

/**
 * Inserts the missing parts of a day's report. The total is computed from the stored parts of all tenants, including
 * those stored earlier.
 * @returns how many reports of tenants, and totals, were inserted
 */
export async function writeReports(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  { day, computedAt }: Pick<DailyReport, 'day' | 'computedAt'>,
  sealed: SealedReport[],
): Promise<number> {
  // fixed order, so that concurrent writers of the same day do not deadlock
  const ordered = sealed.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1))
  const written = await insertNew(trx, ordered)
  if (tenantId !== null) return written
  const customers = ordered.map((one) => one.tenantId)
  const storedRows = await DailyReportRow.query(trx).where({ day }).whereIn('tenantId', customers).select('summary')
  const summary = totalOf(storedRows.map((one) => one.summary as ReportSummary))
  const total = {
    id: randomUUIDv7(),
    tenantId,
    day,
    computedAt,
    summary,
    agents: [],
    unscheduled: [],
    exceptions: null,
    customers,
  }
  return written + (await insertNew(trx, [total]))
}

/** @returns the number of inserted rows */
async function insertNew(trx: ActionContext['trx'], rows: NewReport[]): Promise<number> {
  if (rows.length === 0) return 0
  const kept = await trx('daily_reports')
    .insert(
      rows.map((row) => ({
        ...row,
        summary: JSON.stringify(row.summary),
        agents: JSON.stringify(row.agents),
        unscheduled: JSON.stringify(row.unscheduled),
      })),
    )
    .onConflict(['tenant_id', 'day'])
    .ignore()
    .returning('id')
  const ids = new Set<string>(kept.map(({ id }) => id))
  const now = rows[0]?.computedAt ?? new Date(0)
  await recordEvents({ trx, now }, rows.filter(({ id }) => ids.has(id)).map(eventOf))
  return kept.length
}

function eventOf({ tenantId, day, summary }: NewReport): NewEvent {
  const { devices, covered, exceptions, suspiciousVersions } = summary as ReportSummary
  const data = { day, devices, covered, exceptions, suspicious_versions: suspiciousVersions }
  return { type: 'report.frozen', tenantId, data }
}

/** As stored by earlier versions: warnings, and before that failures too, were sentences. */
type StoredException =
  | (Omit<ReportException, 'warnings'> & { warnings: (ReceivedMessage | string)[] })
  | (Omit<ReportException, keyof NotCollected> & { lastError: string | null })

/** Returns the exceptions of a stored report; sentences of earlier versions are replaced by failures. */
function parseExceptions(stored: string): ReportException[] {
  return (JSON.parse(stored) as StoredException[]).map((exception) => {
    if (!('lastError' in exception)) return { ...exception, warnings: exception.warnings.map(convertWarning) }
    const { lastError, ...rest } = exception
    if (lastError === null) return { ...rest, ...nothingFailed }
    // of a partial backup: artifacts and warnings in one text, which cannot be separated
    if (rest.errorCode === null) return { ...rest, ...nothingFailed, warnings: [convertWarning(lastError)] }
    return { ...rest, ...nothingFailed, failure: convertFailure(lastError, rest.errorCode) }
  })
}

/** Earlier versions stored failures as sentences. The text of a warning is converted when it is read. */
export const legacyReportTexts: LegacyTexts = {
  codeColumn: null,
  columns: {
    exceptions: (stored) => {
      const isLegacy = (JSON.parse(stored) as StoredException[]).some((exception) => 'lastError' in exception)
      return isLegacy ? JSON.stringify(parseExceptions(stored)) : null
    },
  },
}

/** Returns the field that the exceptions of a report are bound to. */
export function exceptionsBinding(row: string) {
  return { row, field: 'exceptions' }
}
