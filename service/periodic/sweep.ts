import { render } from '../../shared/messages/render.ts'
import { recordingFailure } from '../domain/kernel/maintenance-tasks/recording-failure.ts'
import { skipIfClockSkewed } from '../domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { sweepAll } from '../domain/repository/sweep/sweep-all.ts'
import { runPeriodic } from './run-periodic.ts'

/** Bytes of one tenant's packs that are rewritten in a night. */
const repackBytes = 1024 * 1024 * 1024

/** Nightly task: deletes unreferenced objects and merges small packs. */
await runPeriodic('sweep', async ({ knex, keys, now, runInSystemTransaction, openStore, stopping, log }) => {
  const work = async () => {
    const parts = { knex, keys, store: await openStore(), now, signal: stopping }
    await sweepAll(parts, { repackBytes }, (customer, outcome) => {
      if (outcome instanceof Error) log('warn', `the sweep failed: ${outcome.message}`, { customer })
      else if (outcome.outcome === 'stopped')
        log('warn', `the sweep stopped: ${outcome.reason ? render(outcome.reason, 'en') : ''}`, { customer })
      else if (outcome.outcome === 'done')
        log('info', 'removed what nothing refers to', { customer, ...outcome.counts })
    })
  }
  await recordingFailure(runInSystemTransaction, { tenantId: null, kind: 'sweep' }, () =>
    skipIfClockSkewed(runInSystemTransaction, 'sweep', { log }, work),
  )
})
