import { randomUUIDv7 } from 'node:crypto'
import { ReportSchedule } from '../../../../store/models/report-schedule.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../../kernel/context.ts'
import { DomainError } from '../../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../../kernel/reject-duplicate.ts'
import { findChannelRole } from '../../../outbox/channels/channel-role.ts'
import { type ScheduleInput, readRecipients, readSections, readTimes } from './schedule-input.ts'
import { nextReportAt } from './schedule-times.ts'

const resource = 'report_schedule'

/** Maximum number of schedules of a tenant, and of the report of all tenants. */
const maxSchedules = 50

/**
 * Adds a schedule with the caller's role.
 * @param timeZone of the installation
 * @throws DomainError role_exceeds_yours, permission_missing, name_taken, too_many, validation_failed
 */
export async function createSchedule(
  context: ActionContext,
  input: ScheduleInput,
  timeZone: string,
): Promise<ReportSchedule> {
  const { trx, now, tenantId, actor } = context
  const { name, language = 'en', attach_pdf: attachPdf = true, enabled = true } = input
  const role = await findChannelRole(context)
  const times = readTimes(input, { timeZone })
  const query = ReportSchedule.query(trx)
  const ofOwner = tenantId === null ? query.whereNull('tenantId') : query.where({ tenantId })
  if ((await ofOwner.resultSize()) >= maxSchedules) throw new DomainError('too_many', { resource, limit: maxSchedules })
  const row = {
    ...{ id: randomUUIDv7(), tenantId, name, language, attachPdf, enabled, ...times, ...role },
    recipients: readRecipients(input.recipients),
    sections: readSections(actor, input.sections),
    ...{ nextAt: nextReportAt(times, now), createdAt: now, updatedAt: now },
  }
  const schedule = await rejectTakenName(ReportSchedule.query(trx).insert(row).returning('*').execute())
  await recordAudit(context, 'report_schedule.create', {
    kind: resource,
    id: schedule.id,
    detail: describeSchedule(schedule),
  })
  return schedule
}

/** Returns what an audit record has of a schedule. */
export function describeSchedule({ name, period, recipients, sections }: ReportSchedule) {
  return { name, period, recipients, sections }
}

/** @throws DomainError name_taken instead of the database's error */
export function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource }))
}
