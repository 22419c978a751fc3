import { ReportSchedule } from '../../../../store/models/report-schedule.ts'
import { SentReport } from '../../../../store/models/sent-report.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { SystemContext } from '../../../kernel/context.ts'
import { DomainError } from '../../../kernel/domain-error.ts'
import { serviceActor } from '../../../kernel/service-actor.ts'
import { findLostOwners } from '../../../outbox/channels/find-lost-owners.ts'
import { retryDelayMs } from '../../../outbox/channels/retry-delay.ts'
import { recordEvents } from '../../../outbox/events/record-events.ts'
import type { PeriodDependencies } from '../assemble-period-report.ts'
import { type PeriodDays, lastEndedPeriod } from '../period-days.ts'
import { dayOf } from '../../daily-report/report-day.ts'
import { isComplete, readPeriodReport } from '../read-period-report.ts'
import { listDueTimes, nextReportAt } from '../schedules/schedule-times.ts'
import { findSections, queueReport } from './queue-report.ts'

/** Reports per run; the others follow in the next one. Schedules whose period is not complete do not count. */
const batch = 200

/** Schedules whose report could not be computed: number of failures, and when the next attempt is made. */
export type FailedSchedules = Map<string, { failures: number; nextAt: Date }>

/**
 * Queues the reports whose time has come: of the latest period that ended in the time zone of the schedule, however many
 * were missed. A report waits until the last day of its period is frozen or can no longer be frozen. Two replicas queue it
 * once.
 * @param failed of earlier runs; updated
 * @param reportFailure receives what failed; other schedules are not affected
 * @returns number of queued reports
 */
export async function queueDueReports(
  dependencies: PeriodDependencies,
  failed: FailedSchedules,
  reportFailure: (scheduleId: string, error: unknown) => void,
): Promise<number> {
  const { runInScope, timeZone } = dependencies
  const due = await runInScope(null, async (context) => {
    const { trx, now } = context
    const waiting = [...failed].filter(([, { nextAt }]) => nextAt > now).map(([id]) => id)
    const ready: DueReport[] = []
    let last: ReportSchedule | undefined
    do {
      const query = ReportSchedule.query(trx)
        .where('enabled', true)
        .where('nextAt', '<=', now)
        .whereNotIn('id', waiting)
      if (last) query.whereRaw('(next_at, id) > (?, ?)', [last.nextAt, last.id])
      const schedules = await query.orderBy(['nextAt', 'id']).limit(batch)
      for (const schedule of schedules) {
        const report = ready.length < batch ? await findComplete(context, schedule, timeZone) : null
        if (report) ready.push(report)
      }
      last = schedules.length === batch ? schedules.at(-1) : undefined
    } while (last && ready.length < batch)
    return { ready, now }
  })
  let queued = 0
  for (const report of due.ready) {
    const { schedule } = report
    try {
      if (await queueOne(dependencies, report)) queued += 1
      failed.delete(schedule.id)
    } catch (error) {
      const failures = (failed.get(schedule.id)?.failures ?? 0) + 1
      failed.set(schedule.id, { failures, nextAt: new Date(due.now.getTime() + retryDelayMs(failures, 1)) })
      reportFailure(schedule.id, error)
    }
  }
  return queued
}

/** A report whose period is complete. The next one is sent after `at`. */
interface DueReport {
  schedule: ReportSchedule
  days: PeriodDays
  at: Date
}

/**
 * Returns the latest period that has ended in both zones: of those that had ended in the zone of the schedule now, or when
 * a report was due. In zones that differ by a day, the next period has ended there before the first is complete. Null:
 * none has, or its last day may still be frozen.
 */
async function findComplete(
  context: SystemContext,
  schedule: ReportSchedule,
  timeZone: string,
): Promise<DueReport | null> {
  for (const at of [context.now, ...listDueTimes(schedule, schedule.nextAt, context.now)]) {
    const days = lastEndedPeriod(schedule.period, at, schedule.timeZone)
    if (days.to >= dayOf(context.now, timeZone)) continue
    return (await isComplete(context, { ...schedule, ...days }, timeZone)) ? { schedule, days, at } : null
  }
  return null
}

async function queueOne(dependencies: PeriodDependencies, { schedule, days, at }: DueReport) {
  const { tenantId, period } = schedule
  const id = await readPeriodReport(dependencies, { tenantId, period, ...days }).then(
    (read) => read.id,
    ignoreDestroyed,
  )
  return dependencies.runInScope(null, async (context) => {
    const current = await advanceSchedule(context, schedule, at)
    if (!current || id === null || (await suspendScheduleWithoutOwner(context, current))) return false
    if (await wasSent(context, current, id)) return false
    const sections = await findSections(context, current)
    if (sections.length === 0) return false
    const { sent } = await queueReport(context, current, { reportId: id, to: days.to, sections, sentBy: null })
    const detail = { name: current.name, period, ...days, recipients: current.recipients, sent_report_id: sent.id }
    await recordAudit({ ...serviceActor, ...context, tenantId }, 'report.send', {
      ...{ kind: 'report_schedule', id: current.id, detail },
    })
    return true
  })
}

/** Whether a schedule sent a report at an earlier time: after a stop it catches up before its regular time. */
async function wasSent({ trx }: SystemContext, { id: scheduleId }: ReportSchedule, reportId: string): Promise<boolean> {
  return (await SentReport.query(trx).where({ scheduleId, reportId }).whereNull('sentBy').resultSize()) > 0
}

/** Disables a schedule whose owner is gone or lost permissions. @returns whether it was disabled */
async function suspendScheduleWithoutOwner(context: SystemContext, schedule: ReportSchedule): Promise<boolean> {
  const { id, tenantId, name } = schedule
  const loss = (await findLostOwners(context, [schedule], 'retention:write')).get(id)
  if (!loss) return false
  const { kind, ...params } = loss
  const reason = `schedule_${kind}` as const
  const change = { disabledReason: reason, disabledParams: params, updatedAt: context.now }
  await ReportSchedule.query(context.trx)
    .findById(id)
    .patch({ enabled: false, ...change })
  const data = { schedule_id: id, name, reason, ...params }
  await recordEvents(context, [{ type: 'report_schedule.suspended', tenantId, data }])
  return true
}

/** The report of a customer whose keys were destroyed is not sent. */
function ignoreDestroyed(error: unknown): null {
  if (error instanceof DomainError && (error.code === 'keys_destroyed' || error.code === 'not_found')) return null
  throw error
}

/** Moves a schedule to its next time. Returns null if another replica or a user was faster. */
async function advanceSchedule(
  { trx }: SystemContext,
  { id, nextAt }: ReportSchedule,
  after: Date,
): Promise<ReportSchedule | null> {
  const current = await ReportSchedule.query(trx).findById(id).where({ enabled: true, nextAt }).forUpdate()
  if (!current) return null
  await ReportSchedule.query(trx)
    .findById(id)
    .patch({ nextAt: nextReportAt(current, after) })
  return current
}
