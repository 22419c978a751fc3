import type { Keyring } from '../../../keys/keyring.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { instantOf } from '../../../../shared/cron/zone-clock.ts'
import { endOf } from '../daily-report/report-day.ts'
import { countAccesses } from './count-accesses.ts'
import { countFailures } from './count-failures.ts'
import { findPeriodChanges, openPeriodChanges } from './list-period-changes.ts'
import { listProofs } from './list-proofs.ts'
import { findCoverage, openCoverage } from './read-coverage.ts'
import { readStoredDays } from './read-stored-days.ts'
import type { PeriodDays } from './period-days.ts'
import { type PeriodData, type PeriodRows, type TenantFigures, byTenant } from './period-figures.ts'

/** Runs one step in a transaction of a tenant's scope, or of the platform's for null. */
export type RunInOwnerScope = <T>(tenantId: string | null, step: (context: SystemContext) => Promise<T>) => Promise<T>

export interface PeriodDependencies {
  runInScope: RunInOwnerScope
  keys: Keyring
  /** Of the installation: its days are frozen at midnight there. */
  timeZone: string
}

/** Computes the data of a period's report: of a tenant or, for null, of all. Each section reads its rows with one statement. */
export async function assemblePeriodReport(
  { runInScope, keys, timeZone }: PeriodDependencies,
  tenantId: string | null,
  days: PeriodDays,
): Promise<PeriodData> {
  const found = await runInScope(tenantId, async (context) => {
    const { trx, now } = context
    const end = endOf(days.to, timeZone)
    const rows: PeriodRows = {
      tenantId,
      from: new Date(instantOf(Date.parse(`${days.from}T00:00:00Z`), timeZone)),
      until: end > now ? now : end,
    }
    const tenants = Tenant.query(trx).select('id', 'slug', 'name')
    return {
      tenants: await (tenantId === null ? tenants : tenants.where({ id: tenantId })),
      coverage: await findCoverage(context, tenantId, { ...days, timeZone }),
      failures: await countFailures(context, rows),
      changes: await findPeriodChanges(context, rows),
      storage: await readStoredDays(context, rows, timeZone),
      proofs: await listProofs(context, rows),
      accesses: await countAccesses(context, rows),
    }
  })
  const { coverage, failures, changes, storage, proofs, accesses } = found
  const [covered, changed] = [await openCoverage(keys, coverage), await openPeriodChanges(keys, changes.latest)]
  const failed = byTenant(failures.devices)
  const proven = byTenant(proofs.listed)
  const accessed = Map.groupBy(accesses.users, ({ tenantId: whose }) => whose)
  const accessesOf = (id: string | null) => accessed.get(id)?.map(({ tenantId: _id, ...access }) => access) ?? []
  const figuresOf = ({ id, slug, name }: Tenant): TenantFigures => ({
    ...{ slug, name, coverage: null, exceptions: [], ...covered.get(id) },
    failures: failed.get(id)?.map(({ tenantId: _id, ...failure }) => failure) ?? [],
    changes: changed.get(id) ?? [],
    proofs: proven.get(id)?.map(({ tenantId: _id, total: _total, failed: _failed, ...proof }) => ({ ...proof, at: proof.at.toISOString() })) ?? [], // prettier-ignore
    accesses: accessesOf(id),
  })
  return {
    figures: {
      ...{ days: coverage.days, missingDays: coverage.missingDays, totalExceptions: coverage.totalExceptions },
      ...{ causes: failures.causes, runs: failures.runs, failedRuns: failures.failedRuns },
      ...{ changes: changes.changes, unreviewed: changes.unreviewed, proofs: proofs.total },
      failedProofs: proofs.failed,
      ...storage,
      ...{ accesses: accessesOf(null), totalUsers: accesses.totalUsers },
    },
    tenants: new Map(found.tenants.map((tenant) => [tenant.id, figuresOf(tenant)])),
  }
}
