import { render } from '../../shared/messages/render.ts'
import { runRecorded } from '../domain/kernel/maintenance-tasks/run-recorded.ts'
import { freezeYesterday } from '../domain/reporting/daily-report/freeze-report.ts'
import { runPeriodic } from './run-periodic.ts'

/**
 * Nightly task, a few minutes after midnight: stores the report of the day that ended. It does not change afterwards.
 */
await runPeriodic('freeze-daily-report', async ({ settings, keys, runInSystemTransaction, log }) => {
  const task = { tenantId: null, kind: 'report' } as const
  const { outcome, reason, counts } = await runRecorded(runInSystemTransaction, task, () =>
    freezeYesterday(runInSystemTransaction, keys, settings.timeZone),
  )
  log('info', reason ? render(reason, 'en') : 'froze the daily report', { outcome, ...counts })
})
