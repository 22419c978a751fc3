import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { MaintenanceReason, MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { findInstalledAt } from '../../kernel/installed-at.ts'
import type { ContentContext } from '../../repository/content/content-context.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import { findFrozen, openFrozen, sealReports, writeReports } from './frozen-report.ts'
import { gatherReport } from './gather-report.ts'
import { openReport } from './decrypt-report.ts'
import { readDailyReport } from './read-daily-report.ts'
import { type DailyReport, totalOf } from './daily-report.ts'
import { dayOf, daysBefore, endOf } from './report-day.ts'

/** Stores today's report in its current state; if the day is already frozen, returns the stored report. */
export async function freezeToday(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys'>,
  timeZone: string,
): Promise<DailyReport> {
  const { keys } = contentContext
  const report = await readDailyReport(contentContext, { isLive: false, timeZone })
  const sealed = report.isFrozen ? [] : await sealReports(keys, report)
  const frozen = await contentContext.inTransaction(async (context) => {
    if (!report.isFrozen) await writeReports(context, report, sealed)
    await recordAudit(context, 'report.persist', { kind: 'report', detail: { day: report.day } })
    return findFrozen(context, report.day)
  })
  return frozen ? openFrozen(keys, frozen) : report
}

/**
 * Stores the report of the previous day, for each tenant and in total. It runs a few minutes after midnight, so it
 * includes what devices did in these minutes; `computed_at` is the exact time. A day that ended more than an hour ago
 * is not stored, because its state is no longer known; neither is a day before the installation.
 */
export async function freezeYesterday(
  runInSystemTransaction: RunInSystemTransaction,
  keys: Keyring,
  timeZone: string,
): Promise<MaintenanceResult> {
  const due = await runInSystemTransaction(async ({ trx, now }) => {
    const day = daysBefore(dayOf(now, timeZone), 1)
    const obstacle = obstacleTo(day, now, timeZone, await findInstalledAt(trx))
    return {
      day,
      computedAt: now,
      obstacle,
      gathered: obstacle ? null : await gatherReport({ trx, now, tenantId: null }),
    }
  })
  const { day, computedAt, gathered } = due
  if (!gathered) return { outcome: 'nothing', reason: due.obstacle }
  const customers = await openReport(keys, gathered, computedAt)
  const summary = totalOf(customers.map((one) => one.summary))
  const sealed = await sealReports(keys, { day, computedAt, isFrozen: false, summary, customers })
  const written = await runInSystemTransaction(({ trx }) =>
    writeReports({ trx, tenantId: null }, { day, computedAt }, sealed),
  )
  if (written === 0) return { outcome: 'nothing', reason: message('report_already_frozen', { day }) }
  return { outcome: 'done', counts: { reports: written, devices: summary.devices, exceptions: summary.exceptions } }
}

/** Milliseconds after midnight until which the database still represents the previous day. */
const latestMs = 3_600_000

/** Returns why the day before `now` can no longer be stored; null if it can. */
function obstacleTo(day: string, now: Date, timeZone: string, installedAt: Date | null): MaintenanceReason | null {
  if (!installedAt || dayOf(installedAt, timeZone) > day) return message('installed_later', { day })
  const isLate = now.getTime() - endOf(day, timeZone).getTime() > latestMs
  return isLate ? message('report_day_over', { day }) : null
}
