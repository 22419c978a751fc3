import type { ScopedTransaction } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import type { DeviceRules } from '../devices/device-fields.ts'
import type { PlatformPolicies } from '../../policies/platform/platform-policies.ts'
import { type TenantReport, type TenantWanted, importTenant } from './import-tenant.ts'
import { type ImportOptions, type ReadInventory, importDevices } from './import-devices.ts'
import { type ImportReport, generalWarning } from './import-report.ts'

/** Results for the devices and the tenant. */
export interface WholeReport {
  report: ImportReport
  made: TenantReport
}

/**
 * Imports an export of a tenant: first the tenant's own data, so that devices find their agents and credentials. A dry
 * run does the same in a savepoint that is rolled back, so that it returns the result of the import. It needs no
 * confirmation.
 * @throws DomainError confirmation_required
 */
export async function importTenantDocument(
  context: TenantContext,
  { customer, inventory }: { customer: TenantWanted; inventory: ReadInventory },
  { platform, rules }: { platform: PlatformPolicies; rules: DeviceRules },
  options: ImportOptions,
): Promise<WholeReport> {
  const work = async (inner: TenantContext): Promise<WholeReport> => {
    const { report: made, warnings } = await importTenant(inner, customer, { platform, rules })
    const report = await importDevices(inner, inventory, rules, options)
    report.warnings.push(...warnings.map(generalWarning))
    return { report, made }
  }
  if (!options.dryRun) return work(context)
  const whole = await rolledBack(context, work)
  const { created, updated, rejected } = whole.report
  await recordAudit(context, 'inventory.import', {
    kind: 'inventory',
    detail: {
      source: options.source,
      dry_run: true,
      created: created.length,
      updated: updated.filter(({ changed }) => changed.length > 0).length,
      rejected: rejected.length,
      devices: [],
    },
  })
  return whole
}

/** Runs the work and rolls back its writes. */
async function rolledBack<T>(context: TenantContext, work: (inner: TenantContext) => Promise<T>): Promise<T> {
  const savepoint = await context.trx.transaction()
  try {
    const actor = { ...context.actor, isConfirmed: true }
    return await work({ ...context, actor, trx: savepoint as ScopedTransaction })
  } finally {
    await savepoint.rollback()
  }
}
