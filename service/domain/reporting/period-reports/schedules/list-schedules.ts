import { ReportSchedule } from '../../../../store/models/report-schedule.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/domain-error.ts'

/** Returns schedules in scope by name. */
export function listSchedules(
  { trx }: Pick<ActionContext, 'trx'>,
  filter: { name?: string } = {},
): Promise<ReportSchedule[]> {
  return ReportSchedule.query(trx).where(filter).orderBy('name').orderBy('id').limit(1_000).execute()
}

/** @throws DomainError not_found */
export async function getSchedule({ trx }: Pick<ActionContext, 'trx'>, id: string): Promise<ReportSchedule> {
  const schedule = await ReportSchedule.query(trx).findById(id)
  if (!schedule) throw notFound()
  return schedule
}

/**
 * Deletes a schedule. Its sent reports and their pending mails stay.
 * @throws DomainError not_found
 */
export async function deleteSchedule(context: ActionContext, id: string): Promise<void> {
  const { name, tenantId } = await getSchedule(context, id)
  await ReportSchedule.query(context.trx).deleteById(id)
  await recordAudit(context, 'report_schedule.delete', { kind: 'report_schedule', id, tenantId, detail: { name } })
}
