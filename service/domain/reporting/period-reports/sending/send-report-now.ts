import { SentReport } from '../../../../store/models/sent-report.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../../kernel/context.ts'
import { DomainError, permissionMissing } from '../../../kernel/domain-error.ts'
import type { PeriodDependencies } from '../assemble-period-report.ts'
import { lastEndedPeriod, periodOf } from '../period-days.ts'
import { daysBefore } from '../../daily-report/report-day.ts'
import { isComplete, readPeriodReport } from '../read-period-report.ts'
import { readSections } from '../schedules/schedule-input.ts'
import { getSchedule } from '../schedules/list-schedules.ts'
import { type ListedReport, getSentReport } from './list-sent-reports.ts'
import { findSections, queueReport } from './queue-report.ts'

/** Runs one step of the action in the scope of its caller. */
type RunInCallersScope = <T>(step: (context: ActionContext) => Promise<T>) => Promise<T>

/**
 * Queues the report of the latest complete period to the recipients of a schedule. The caller needs what the sections of
 * the schedule require.
 * @param answer runs in the transaction of the last step: queues the report, and returns the response to it
 * @throws DomainError not_found, permission_missing, keys_destroyed, too_many_reports
 */
export async function sendReportNow<T>(
  dependencies: PeriodDependencies,
  runInCallersScope: RunInCallersScope,
  scheduleId: string,
  answer: (context: ActionContext, queue: () => Promise<ListedReport>) => Promise<T>,
): Promise<T> {
  const { runInScope, timeZone } = dependencies
  const schedule = await runInCallersScope(async (context) => {
    const found = await getSchedule(context, scheduleId)
    readSections(context.actor, found.sections)
    return found
  })
  const { tenantId, period } = schedule
  const days = await runInScope(tenantId, async (context) => {
    const last = lastEndedPeriod(period, context.now, timeZone)
    const isReady = await isComplete(context, { tenantId, ...last }, timeZone)
    return isReady ? last : periodOf(period, daysBefore(last.from, 1))
  })
  const { id: reportId } = await readPeriodReport(dependencies, { tenantId, period, ...days })
  if (reportId === null) throw new Error('the report of a complete period was not stored')
  return runInCallersScope((context) =>
    answer(context, async () => {
      const current = await getSchedule(context, scheduleId)
      const sections = await findSections(context, current)
      if (sections.length === 0) throw permissionMissing('report:read')
      await limitRequested(context, tenantId)
      const sentBy = context.actor.name
      const queued = await queueReport(context, current, { reportId, to: days.to, sections, sentBy })
      const detail = { name: current.name, period, ...days, recipients: current.recipients }
      await recordAudit(context, 'report_schedule.send', {
        ...{ kind: 'report_schedule', id: scheduleId, tenantId },
        detail: { ...detail, sent_report_id: queued.sent.id },
      })
      return getSentReport(context, queued.sent.id)
    }),
  )
}

/** Maximum number of reports that users of a tenant or of the platform send on request in an hour. */
export const maxRequested = 20

const hourMs = 3_600_000

/** Clocks of replicas differ, and a request that waits for another began before it. A clock that was ahead by more must not block users. */
const clockToleranceMs = 300_000

/** Reports of deleted schedules count too. @throws DomainError too_many_reports with the seconds to wait */
async function limitRequested({ trx, now }: ActionContext, tenantId: string | null): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer sent reports ' || ?, 0))`, [tenantId ?? ''])
  const query = SentReport.query(trx)
    .whereNotNull('sentBy')
    .where('createdAt', '>', new Date(now.getTime() - hourMs))
    .where('createdAt', '<=', new Date(now.getTime() + clockToleranceMs))
    .orderBy('createdAt', 'desc')
    .offset(maxRequested - 1)
  const oldest = await (tenantId === null ? query.whereNull('tenantId') : query.where({ tenantId })).first()
  if (!oldest) return
  const seconds = Math.ceil((oldest.createdAt.getTime() + hourMs - now.getTime()) / 1000)
  const params = { limit: maxRequested, retry_after: seconds }
  throw new DomainError('too_many_reports', params, { retry_after_seconds: seconds })
}
