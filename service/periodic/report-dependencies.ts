import type { PeriodDependencies } from '../domain/reporting/period-reports/assemble-period-report.ts'
import type { PeriodicSetting } from './run-periodic.ts'

/** Returns what a worker needs to compute reports of periods. */
export function reportDependencies({
  keys,
  settings,
  runInSystemTransaction,
  inTenant,
}: PeriodicSetting): PeriodDependencies {
  return {
    keys,
    timeZone: settings.timeZone,
    runInScope: (tenantId, step) => (tenantId === null ? runInSystemTransaction(step) : inTenant(tenantId, step)),
  }
}
