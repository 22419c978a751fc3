import { render } from '../../shared/messages/render.ts'
import { runRecorded } from '../domain/kernel/maintenance-tasks/run-recorded.ts'
import { sampleNightly } from '../domain/reporting/storage/sample.ts'
import { runPeriodic } from './run-periodic.ts'

/** Nightly task: verifies the storage figures and records how much is stored, for the forecast. */
await runPeriodic('sample-storage', async ({ runInSystemTransaction, log }) => {
  const task = { tenantId: null, kind: 'sample' } as const
  const { outcome, reason, counts } = await runRecorded(runInSystemTransaction, task, () =>
    sampleNightly(runInSystemTransaction, (tenantIds) => log('warn', 'corrected storage figures', { tenantIds })),
  )
  log('info', reason ? render(reason, 'en') : 'sampled what is stored', { outcome, ...counts })
})
