import { ReportSchedule } from '../../../../store/models/report-schedule.ts'
import { fieldNames } from '../../../kernel/audit/field-names.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/domain-error.ts'
import { findChannelRole } from '../../../outbox/channels/channel-role.ts'
import { describeSchedule, rejectTakenName } from './create-schedule.ts'
import { type SchedulePatch, readRecipients, readSections, readTimes } from './schedule-input.ts'
import { nextReportAt } from './schedule-times.ts'

const timeColumns = ['period', 'time', 'weekday', 'dayOfMonth', 'timeZone'] as const

/**
 * Changes a schedule, which then has the caller's role, unless the change only disables it. After a change of its times,
 * and after it is enabled, the next report is sent at the next time.
 * @throws DomainError not_found, and the codes of `createSchedule`
 */
export async function updateSchedule(
  context: ActionContext,
  id: string,
  change: SchedulePatch,
): Promise<ReportSchedule> {
  const { trx, now, actor } = context
  const before = await ReportSchedule.query(trx).findById(id).forUpdate()
  if (!before) throw notFound()
  const { name, language, attach_pdf: attachPdf, enabled, recipients } = change
  const onlyDisables = enabled === false && Object.keys(change).length === 1
  const times = readTimes(change, before)
  const isMoved =
    timeColumns.some((column) => times[column] !== before[column]) || (enabled === true && !before.enabled)
  const columns = {
    ...times,
    ...(!onlyDisables && (await findChannelRole(context))),
    ...(name !== undefined && { name }),
    ...(language && { language }),
    ...(attachPdf !== undefined && { attachPdf }),
    ...(enabled !== undefined && { enabled, disabledReason: null, disabledParams: null }),
    ...(recipients && { recipients: readRecipients(recipients) }),
    sections: onlyDisables ? before.sections : readSections(actor, change.sections ?? before.sections),
    ...(isMoved && { nextAt: nextReportAt(times, now) }),
    updatedAt: now,
  }
  const schedule = await rejectTakenName(ReportSchedule.query(trx).patchAndFetchById(id, columns).execute())
  await recordAudit(context, 'report_schedule.update', {
    ...{ kind: 'report_schedule', id, tenantId: schedule.tenantId },
    detail: { ...describeSchedule(schedule), changed: fieldNames(change) },
  })
  return schedule
}
