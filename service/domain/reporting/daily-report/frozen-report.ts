import { randomUUIDv7 } from 'node:crypto'
import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import { openField, sealField } from '../../../keys/sealed-field.ts'
import { DailyReportRow } from '../../../store/models/daily-report.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { LegacyTexts } from '../../kernel/text-conversion/legacy-texts.ts'
import { type NewEvent, recordEvents } from '../../outbox/events/record-events.ts'
import { convertFailure } from '../../../store/legacy-sentences/failures.ts'
import { nothingFailed } from './open-report.ts'
import type {
  TenantReport,
  DailyReport,
  NotCollected,
  ReportAgent,
  ReportException,
  ReportSummary,
  UnscheduledDevice,
} from './report.ts'
import { totalOf } from './report.ts'

/** A customer's frozen part with the names it goes by. */
type FrozenTenant = DailyReportRow & { tenantId: string; slug: string; name: string }

/** What was recorded of a day: of the customer, or over all; its parts are still sealed. */
export interface FrozenReport {
  row: DailyReportRow
  parts: FrozenTenant[]
}

type NewReport = Pick<
  DailyReportRow,
  'id' | 'tenantId' | 'day' | 'computedAt' | 'summary' | 'agents' | 'unscheduled' | 'exceptions'
>

/** A customer's row that is ready to be written. */
export type SealedReport = NewReport & { tenantId: string }

/** Null when the day was not frozen for this scope: the customer's, or all of them together. */
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

/** What stood in the errors of a customer whose keys were destroyed is gone; its figures stay. */
export async function openFrozen(keys: Keyring, { row, parts }: FrozenReport): Promise<DailyReport> {
  const customers: TenantReport[] = []
  for (const part of parts) {
    const summary = part.summary as ReportSummary
    const tenantKeys = part.exceptions ? await keysUnlessDestroyed(keys, part.tenantId) : null
    const exceptions: ReportException[] =
      part.exceptions && tenantKeys
        ? parseExceptions(openField(tenantKeys, exceptionsBinding(part.id), part.exceptions).toString())
        : []
    const { tenantId: id, slug, name } = part
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
  return { day, computedAt, isFrozen: true, summary: row.summary as ReportSummary, customers }
}

/** Exceptions may quote a configuration, so they are sealed like every such text. */
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
 * Writes what is not yet written of a day. The total is over what stands for each customer, be it recorded earlier.
 * @returns how many customers' reports, and totals, were written
 */
export async function writeReports(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  { day, computedAt }: Pick<DailyReport, 'day' | 'computedAt'>,
  sealed: SealedReport[],
): Promise<number> {
  // in one order, so that two who freeze the same day wait for each other and not in a circle
  const ordered = sealed.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1))
  const written = await insertNew(trx, ordered)
  if (tenantId !== null) return written
  const customers = ordered.map((one) => one.tenantId)
  const standing = await DailyReportRow.query(trx).where({ day }).whereIn('tenantId', customers).select('summary')
  const summary = totalOf(standing.map((one) => one.summary as ReportSummary))
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

/** How many were new. */
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

/** As an earlier version stored it: what failed was a text. */
type StoredException = ReportException | (Omit<ReportException, keyof NotCollected> & { lastError: string | null })

/** Returns the exceptions of a stored report; sentences of earlier versions are replaced by failures. */
function parseExceptions(stored: string): ReportException[] {
  return (JSON.parse(stored) as StoredException[]).map((exception) => {
    if (!('lastError' in exception)) return exception
    const { lastError, ...rest } = exception
    if (lastError === null) return { ...rest, ...nothingFailed }
    // of a partial backup: artifacts and warnings in one text, which cannot be separated
    if (rest.errorCode === null) return { ...rest, ...nothingFailed, warnings: [lastError] }
    return { ...rest, ...nothingFailed, failure: convertFailure(lastError, rest.errorCode) }
  })
}

/** Earlier versions stored what failed as sentences. */
export const legacyReportTexts: LegacyTexts = {
  codeColumn: null,
  columns: {
    exceptions: (stored) => {
      const isLegacy = (JSON.parse(stored) as StoredException[]).some((exception) => 'lastError' in exception)
      return isLegacy ? JSON.stringify(parseExceptions(stored)) : null
    },
  },
}

/** Where the exceptions of a report are sealed to. */
export function exceptionsBinding(row: string) {
  return { row, field: 'exceptions' }
}
