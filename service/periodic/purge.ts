import { applyPurge } from '../domain/recovery/purge/apply-purge.ts'
import { skipIfClockSkewed } from '../domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { runPeriodic } from './run-periodic.ts'

/** Nightly task: deletes the backups of devices that were decommissioned long enough ago. */
await runPeriodic('purge', async ({ runInSystemTransaction, inTenant, stopping, log }) => {
  await skipIfClockSkewed(runInSystemTransaction, 'purge', { log }, async () => {
    for (const { tenantId, error } of await applyPurge({ runInSystemTransaction, inTenant, stopping })) {
      log('warn', `a purge failed: ${error instanceof Error ? error.message : error}`, { tenant: tenantId })
    }
  })
})
