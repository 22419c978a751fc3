import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import { PeriodReportRow } from '../../../store/models/period-report.ts'
import { DailyReportRow } from '../../../store/models/daily-report.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { dayOf } from '../daily-report/report-day.ts'
import { type PeriodDependencies, assemblePeriodReport } from './assemble-period-report.ts'
import { composePeriodReport } from './compose-period-report.ts'
import { type PeriodDays, mayBeFrozen } from './period-days.ts'
import type { PeriodReport, ReportPeriod } from './period-report.ts'
import { type StoredPeriodReport, openStored, sealReport, storeReport, withParts } from './stored-period-report.ts'

/** A report, and the id of its row; null if it is not stored because its figures still change. */
export interface ReadReport {
  id: string | null
  report: PeriodReport
}

/** A period of a tenant or, with null, of all tenants. */
export interface AskedReport extends PeriodDays {
  tenantId: string | null
  period: ReportPeriod
}

/**
 * Returns the report of a period. The report of an ended period is computed once and stored; the first one stands, also
 * if two replicas compute it at once.
 * @throws DomainError not_found without the tenant, keys_destroyed
 */
export async function readPeriodReport(dependencies: PeriodDependencies, asked: AskedReport): Promise<ReadReport> {
  const { runInScope, keys, timeZone } = dependencies
  const { tenantId, period, from, to } = asked
  if (tenantId !== null && !(await keysUnlessDestroyed(keys, tenantId))) throw new DomainError('keys_destroyed')
  const { stored, customer, now, isLive } = await runInScope(tenantId, async (context) => ({
    stored: await findStored(context, asked),
    customer: await findCustomer(context, tenantId),
    now: context.now,
    isLive: !(await isComplete(context, asked, timeZone)),
  }))
  if (stored) return open(keys, stored, customer)
  const data = await assemblePeriodReport(dependencies, tenantId, asked)
  const head = { period, from, to, timeZone, computedAt: now.toISOString(), isLive, customer }
  if (isLive) return { id: null, report: composePeriodReport(head, data) }
  const sealed = await sealReport(keys, { ...asked, timeZone, computedAt: now }, data)
  const first = await runInScope(tenantId, async (context) => {
    await storeReport(context, sealed)
    return findStored(context, asked)
  })
  return open(keys, first!, customer)
}

/**
 * Returns a stored report by its row.
 * @throws DomainError not_found, keys_destroyed
 */
export async function readStoredReport(
  { runInScope, keys }: PeriodDependencies,
  tenantId: string | null,
  find: (context: SystemContext) => PromiseLike<PeriodReportRow | undefined>,
): Promise<PeriodReport> {
  if (tenantId !== null && !(await keysUnlessDestroyed(keys, tenantId))) throw new DomainError('keys_destroyed')
  const { stored, customer } = await runInScope(tenantId, async (context) => ({
    stored: await withParts(context.trx, await find(context)),
    customer: await findCustomer(context, tenantId),
  }))
  if (!stored) throw notFound()
  return (await open(keys, stored, customer)).report
}

/** Whether the figures of a period no longer change: its last day is frozen, or can no longer be frozen. */
export async function isComplete(
  { trx, now }: SystemContext,
  { tenantId, to }: Pick<AskedReport, 'tenantId' | 'to'>,
  timeZone: string,
): Promise<boolean> {
  if (to >= dayOf(now, timeZone)) return false
  if (!mayBeFrozen(to, now, timeZone)) return true
  const query = DailyReportRow.query(trx).where({ day: to })
  return (await (tenantId === null ? query.whereNull('tenantId') : query.where({ tenantId })).resultSize()) > 0
}

async function findStored(
  { trx }: SystemContext,
  { tenantId, period, to }: AskedReport,
): Promise<StoredPeriodReport | null> {
  const query = PeriodReportRow.query(trx).where({ period, lastDay: to })
  return withParts(trx, await (tenantId === null ? query.whereNull('tenantId') : query.where({ tenantId })).first())
}

async function findCustomer({ trx }: SystemContext, tenantId: string | null): Promise<PeriodReport['customer']> {
  if (tenantId === null) return null
  const tenant = await Tenant.query(trx).findById(tenantId)
  if (!tenant) throw notFound()
  return { id: tenant.id, slug: tenant.slug, name: tenant.name }
}

async function open(
  keys: Keyring,
  stored: StoredPeriodReport,
  customer: PeriodReport['customer'],
): Promise<ReadReport> {
  const { id, period, firstDay: from, lastDay: to, timeZone, computedAt } = stored.row
  const head = { period, from, to, timeZone, computedAt: computedAt.toISOString(), isLive: false, customer }
  return { id, report: composePeriodReport(head, await openStored(keys, stored)) }
}
