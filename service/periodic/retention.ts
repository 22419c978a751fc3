import { runRetention } from '../domain/repository/retention/run-retention.ts'
import { skipIfClockSkewed } from '../domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { runPeriodic } from './run-periodic.ts'

/** Nightly task: deletes the versions that no retention rule covers. */
await runPeriodic('retention', async ({ runInSystemTransaction, inTenant, stopping, log }) => {
  await skipIfClockSkewed(runInSystemTransaction, 'retention', { log }, async () => {
    for (const { tenantId, error } of await runRetention({ runInSystemTransaction, inTenant, stopping })) {
      log('warn', `retention failed: ${error instanceof Error ? error.message : error}`, { tenant: tenantId })
    }
  })
})
