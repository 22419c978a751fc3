import { render } from '../../shared/messages/render.ts'
import { runRecorded } from '../domain/kernel/maintenance-tasks/run-recorded.ts'
import { freezeYesterday } from '../domain/reporting/daily-report/freeze-report.ts'
import { computeEndedPeriods } from '../domain/reporting/period-reports/compute-ended-periods.ts'
import { reportDependencies } from './report-dependencies.ts'
import { runPeriodic } from './run-periodic.ts'

/**
 * Nightly task, a few minutes after midnight: stores the report of the day that ended, and the reports of the periods
 * that ended with it. They do not change afterwards.
 */
await runPeriodic('freeze-daily-report', async (setting) => {
  const { settings, keys, runInSystemTransaction, log, stopping } = setting
  const task = { tenantId: null, kind: 'report' } as const
  const { outcome, reason, counts } = await runRecorded(runInSystemTransaction, task, () =>
    freezeYesterday(runInSystemTransaction, keys, settings.timeZone),
  )
  log('info', reason ? render(reason, 'en') : 'froze the daily report', { outcome, ...counts })
  const warn = (tenantId: string | null, error: unknown) =>
    log('warn', `cannot compute a report: ${error instanceof Error ? error.message : String(error)}`, { tenantId })
  await computeEndedPeriods(reportDependencies(setting), warn, stopping)
})
