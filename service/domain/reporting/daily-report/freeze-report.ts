import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { MaintenanceReason, PolicyEnd } from '../../kernel/policy-runs/record-run.ts'
import { findInstalledAt } from '../../kernel/installed-at.ts'
import type { ContentContext } from '../../repository/content/content-context.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import { findFrozen, openFrozen, sealReports, writeReports } from './frozen-report.ts'
import { gatherReport } from './gather-report.ts'
import { openReport } from './open-report.ts'
import { readReport } from './read-report.ts'
import { type DailyReport, totalOf } from './report.ts'
import { dayBefore, dayOf, endOf } from './report-day.ts'

/** Records the report of today as it is now, unless the day was frozen before: then what was recorded is the answer. */
export async function freezeToday(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys'>,
  timeZone: string,
): Promise<DailyReport> {
  const { keys } = contentContext
  const report = await readReport(contentContext, { isLive: false, timeZone })
  const sealed = report.isFrozen ? [] : await sealReports(keys, report)
  const frozen = await contentContext.inTransaction(async (context) => {
    if (!report.isFrozen) await writeReports(context, report, sealed)
    await recordAudit(context, 'report.persist', { kind: 'report', detail: { day: report.day } })
    return findFrozen(context, report.day)
  })
  return frozen ? openFrozen(keys, frozen) : report
}

/**
 * Records the report of the day that has just ended, for every customer and over all. It is computed a few minutes after
 * midnight, so that what a device did in these minutes is in it; `computed_at` says when. A day that is gone by more than
 * an hour is left unrecorded, for what was true then is not known any more; so is one before the installation.
 */
export async function freezeYesterday(
  runInSystemTransaction: RunInSystemTransaction,
  keys: Keyring,
  timeZone: string,
): Promise<PolicyEnd> {
  const asked = await runInSystemTransaction(async ({ trx, now }) => {
    const day = dayBefore(dayOf(now, timeZone))
    const obstacle = obstacleTo(day, now, timeZone, await findInstalledAt(trx))
    return {
      day,
      computedAt: now,
      obstacle,
      gathered: obstacle ? null : await gatherReport({ trx, now, tenantId: null }),
    }
  })
  const { day, computedAt, gathered } = asked
  if (!gathered) return { outcome: 'nothing', reason: asked.obstacle }
  const customers = await openReport(keys, gathered, computedAt)
  const summary = totalOf(customers.map((one) => one.summary))
  const sealed = await sealReports(keys, { day, computedAt, isFrozen: false, summary, customers })
  const written = await runInSystemTransaction(({ trx }) =>
    writeReports({ trx, tenantId: null }, { day, computedAt }, sealed),
  )
  if (written === 0) return { outcome: 'nothing', reason: message('report_already_frozen', { day }) }
  return { outcome: 'done', counts: { reports: written, devices: summary.devices, exceptions: summary.exceptions } }
}

/** By then what the database says is no longer what was so at midnight. */
const latestMs = 3_600_000

/** Why the day before `now` is not recorded any more, if it is not. */
function obstacleTo(day: string, now: Date, timeZone: string, installedAt: Date | null): MaintenanceReason | null {
  if (!installedAt || dayOf(installedAt, timeZone) > day) return message('installed_later', { day })
  const isLate = now.getTime() - endOf(day, timeZone).getTime() > latestMs
  return isLate ? message('report_day_over', { day }) : null
}
