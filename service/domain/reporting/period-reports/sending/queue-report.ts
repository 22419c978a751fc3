import { createHash, randomUUIDv7 } from 'node:crypto'
import type { ReportSchedule } from '../../../../store/models/report-schedule.ts'
import { StoredRole } from '../../../../store/models/role.ts'
import { ReportDelivery, SentReport } from '../../../../store/models/sent-report.ts'
import type { SystemContext } from '../../../kernel/context.ts'
import { readRoleCustomers, readRolePermissions } from '../../../kernel/role-permissions.ts'
import { abandonAfterMs } from '../../../outbox/channels/retry-delay.ts'

/** A sent report with its deliveries, by recipient. */
export interface QueuedReport {
  sent: SentReport
  deliveries: ReportDelivery[]
}

/**
 * Returns the sections that the role of a schedule may read; empty if it may read no report of the schedule's customers,
 * or is limited to sites or tags, because a report covers all devices of a customer.
 */
export async function findSections(
  { trx }: Pick<SystemContext, 'trx'>,
  schedule: ReportSchedule,
): Promise<ReportSchedule['sections']> {
  const { tenantId } = schedule
  const [permissions] = await readRolePermissions(trx, [schedule])
  const [customers = null] = await readRoleCustomers(trx, [schedule])
  const stored = schedule.roleId === null ? undefined : await StoredRole.query(trx).findById(schedule.roleId)
  if (stored && (stored.sites.length > 0 || stored.tags.length > 0)) return []
  const isInScope = customers === null || (tenantId !== null && customers.includes(tenantId))
  if (!isInScope || !permissions?.has('report:read')) return []
  return schedule.sections.filter((name) => name !== 'access' || permissions.has('audit:read'))
}

/**
 * Queues a mail to each recipient of a schedule.
 * @param sentBy name of the user who sends it on request; null: at its time. Message-IDs at its time depend on schedule,
 *   period and recipient only, so mail programs show a report once even if an older database is restored.
 */
export async function queueReport(
  { trx, now }: SystemContext,
  schedule: ReportSchedule,
  {
    reportId,
    to,
    sections,
    sentBy,
  }: { reportId: string; to: string; sections: ReportSchedule['sections']; sentBy: string | null },
): Promise<QueuedReport> {
  // prettier-ignore
  const { tenantId, id: scheduleId, name, language, attachPdf, recipients } = schedule
  const id = randomUUIDv7()
  const sent = await SentReport.query(trx)
    .insert({ id, tenantId, scheduleId, reportId, name, language, attachPdf, sections, sentBy, createdAt: now })
    .returning('*')
  const deliveries = await ReportDelivery.query(trx)
    .insert(
      recipients.map((recipient) => ({
        ...{ id: randomUUIDv7(), tenantId, sentReportId: id, recipient, status: 'waiting' as const, attempts: [] },
        messageId: messageIdOf([sentBy === null ? `${scheduleId} ${to}` : id, recipient]),
        ...{ nextAt: now, leaseUntil: null, giveUpAt: new Date(now.getTime() + abandonAfterMs), finishedAt: null },
      })),
    )
    .returning('*')
  return { sent, deliveries }
}

function messageIdOf(parts: string[]): string {
  return `report-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`
}
