import type { PeriodDependencies } from '../domain/reporting/period-reports/assemble-period-report.ts'
import type { Dependencies } from '../dependencies.ts'
import { inScope } from '../store/scope.ts'

/** Returns what the reports of periods need. */
export function periodDependencies({ knex, keys, now, settings }: Dependencies): PeriodDependencies {
  return {
    runInScope: (tenantId, step) =>
      inScope(knex, tenantId === null ? { kind: 'platform' } : { kind: 'tenant', tenantId }, (trx) =>
        step({ trx, now: now() }),
      ),
    keys,
    timeZone: settings.timeZone,
  }
}
