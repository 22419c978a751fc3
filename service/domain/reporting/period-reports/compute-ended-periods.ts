import { keysUnlessDestroyed } from '../../../keys/keyring.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { dayOf, daysBefore } from '../daily-report/report-day.ts'
import type { PeriodDependencies } from './assemble-period-report.ts'
import { lastEndedPeriod } from './period-days.ts'
import { readPeriodReport } from './read-period-report.ts'

/**
 * Computes and stores the reports of the periods that ended with the previous day, of all tenants together and of each
 * tenant whose keys are not destroyed, before later reviews or deletions change what they count.
 * @param reportFailure receives what failed; the reports of other tenants are not affected
 * @param stopping ends the run after the current report; readers compute the others
 * @returns number of stored reports
 */
export async function computeEndedPeriods(
  dependencies: PeriodDependencies,
  reportFailure: (tenantId: string | null, error: unknown) => void,
  stopping?: AbortSignal,
): Promise<number> {
  const { runInScope, keys, timeZone } = dependencies
  const { now, tenants } = await runInScope(null, async (context) => ({
    now: context.now,
    tenants: await Tenant.query(context.trx).select('id').orderBy('id'),
  }))
  const yesterday = daysBefore(dayOf(now, timeZone), 1)
  const ended = (['daily', 'weekly', 'monthly'] as const)
    .map((period) => ({ period, ...lastEndedPeriod(period, now, timeZone) }))
    .filter(({ to }) => to === yesterday)
  let stored = 0
  for (const tenantId of [null, ...tenants.map(({ id }) => id)]) {
    try {
      if (tenantId !== null && !(await keysUnlessDestroyed(keys, tenantId))) continue
      for (const period of ended) {
        if (stopping?.aborted) return stored
        const { id } = await readPeriodReport(dependencies, { tenantId, ...period })
        if (id !== null) stored += 1
      }
    } catch (error) {
      reportFailure(tenantId, error)
    }
  }
  return stored
}
