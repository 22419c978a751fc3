import { setTimeout as pause } from 'node:timers/promises'
import { deliverReports } from '../domain/reporting/period-reports/sending/deliver-reports.ts'
import { type FailedSchedules, queueDueReports } from '../domain/reporting/period-reports/sending/queue-due-reports.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import { createServicePool } from '../workers/service-pool.ts'
import { reportDependencies } from './report-dependencies.ts'
import type { PeriodicSetting } from './run-periodic.ts'

/** Queues the reports whose time has come, and sends their mails. */
export async function runReports(setting: PeriodicSetting): Promise<void> {
  const { settings, knex, masterKey, everyMs, now, log, stopping } = setting
  const { settingsKey } = await loadServiceKeys(knex, masterKey, now())
  const workers = createServicePool()
  const dependencies = {
    ...{ ...reportDependencies(setting), workers, settingsKey, baseUrl: settings.baseUrl, now, stopping },
    withoutPdf: new Set<string>(),
    reportFailure: (sentReportId: string, error: unknown) =>
      log('warn', `cannot render a report: ${textOf(error)}`, { sentReportId }),
  }
  const failed: FailedSchedules = new Map()
  const warn = (scheduleId: string, error: unknown) =>
    log('warn', `cannot compute a report: ${textOf(error)}`, { scheduleId })
  try {
    for (let troubled = false; !stopping.aborted;) {
      try {
        await queueDueReports(dependencies, failed, warn)
        await deliverReports(dependencies)
        troubled = false
      } catch (error) {
        if (!troubled) log('warn', `cannot send reports: ${textOf(error)}`)
        troubled = true
      }
      await pause(everyMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  } finally {
    await workers.close()
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
