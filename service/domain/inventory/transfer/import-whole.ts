import type { ScopedTransaction } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantCall } from '../../kernel/context.ts'
import type { DeviceRules } from '../devices/device-fields.ts'
import type { PlatformPolicies } from '../settings/platform-policies.ts'
import { type CustomerReport, type CustomerWanted, importCustomer } from './import-tenant.ts'
import { type ImportOptions, type ReadInventory, importDevices } from './import-devices.ts'
import type { ImportReport } from './import-report.ts'

/** What became of the devices and of the customer. */
export interface WholeReport {
  report: ImportReport
  made: CustomerReport
}

/**
 * Imports an export of a customer: first what it says of the customer, so that devices find their agents and credentials.
 * A dry run does the same in a savepoint that is rolled back, so that its answer is that of the import.
 */
export async function importWhole(
  call: TenantCall,
  { customer, inventory }: { customer: CustomerWanted; inventory: ReadInventory },
  { platform, rules }: { platform: PlatformPolicies; rules: DeviceRules },
  options: ImportOptions,
): Promise<WholeReport> {
  const work = async (inner: TenantCall): Promise<WholeReport> => {
    const { report: made, warnings } = await importCustomer(inner, customer, { platform, rules })
    const report = await importDevices(inner, inventory, rules, options)
    report.warnings.push(...warnings.map((message) => ({ row: null, name: null, message })))
    return { report, made }
  }
  if (!options.dryRun) return work(call)
  const whole = await rolledBack(call, work)
  const { created, updated, rejected } = whole.report
  await recordAudit(call, 'inventory.import', {
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

/** Does the work and takes back what it has written. */
async function rolledBack<T>(call: TenantCall, work: (inner: TenantCall) => Promise<T>): Promise<T> {
  const savepoint = await call.trx.transaction()
  try {
    return await work({ ...call, trx: savepoint as ScopedTransaction })
  } finally {
    await savepoint.rollback()
  }
}
