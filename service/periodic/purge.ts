import { applyPurge } from '../domain/policies/purge/apply-purge.ts'
import { runPeriodic } from './run-periodic.ts'

/** Once a day: the backups of devices that were taken out of service long enough ago go. */
await runPeriodic('purge', async ({ inMoment, inTenant, stopping, tell }) => {
  for (const { tenantId, error } of await applyPurge({ inMoment, inTenant, stopping })) {
    tell('warn', `a purge failed: ${error instanceof Error ? error.message : error}`, { tenant: tenantId })
  }
})
