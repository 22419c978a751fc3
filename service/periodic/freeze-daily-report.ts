import { render } from '../../shared/messages/render.ts'
import { runRecorded } from '../domain/kernel/policy-runs/run-recorded.ts'
import { freezeYesterday } from '../domain/reporting/daily-report/freeze-report.ts'
import { runPeriodic } from './run-periodic.ts'

/** A few minutes after midnight: the report of the day that has ended stands from then on. */
await runPeriodic('freeze-daily-report', async ({ settings, keys, runInSystemTransaction, tell }) => {
  const duty = { tenantId: null, kind: 'report' } as const
  const { outcome, reason, counts } = await runRecorded(runInSystemTransaction, duty, () =>
    freezeYesterday(runInSystemTransaction, keys, settings.timeZone),
  )
  tell('info', reason ? render(reason, 'en') : 'froze the daily report', { outcome, ...counts })
})
