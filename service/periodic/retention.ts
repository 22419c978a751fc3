import { runRetention } from '../domain/repository/retention/run-retention.ts'
import { skipIfClockSkewed } from '../domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { runPeriodic } from './run-periodic.ts'

/** Nightly task: deletes the versions that no retention rule covers. */
await runPeriodic('retention', async ({ runInSystemTransaction, inTenant, stopping, tell }) => {
  await skipIfClockSkewed(runInSystemTransaction, 'retention', { tell }, async () => {
    for (const { tenantId, error } of await runRetention({ runInSystemTransaction, inTenant, stopping })) {
      tell('warn', `retention failed: ${error instanceof Error ? error.message : error}`, { tenant: tenantId })
    }
  })
})
