import type { DeliveryAttempt } from '../../../../store/models/notification-delivery.ts'
import { PeriodReportRow } from '../../../../store/models/period-report.ts'
import { ReportDelivery, type SentReport } from '../../../../store/models/sent-report.ts'
import type { SystemContext } from '../../../kernel/context.ts'
import { retryDelayMs } from '../../../outbox/channels/retry-delay.ts'
import { recordEvents } from '../../../outbox/events/record-events.ts'

interface FinishedAttempt {
  sent: SentReport
  delivery: ReportDelivery
  attempt: DeliveryAttempt
  /** From 0 to 1. */
  random: number
}

/**
 * Records the result of an attempt: delivered, to be retried, or failed, which emits an event: after 7 days, or at once if the mail
 * server refused the recipient permanently. The result of a sender that lost its lease is ignored: another one sends the mail.
 */
export async function finishReportDelivery(
  context: SystemContext,
  { sent, delivery, attempt, random }: FinishedAttempt,
): Promise<void> {
  const { trx, now } = context
  const { id, leaseUntil, giveUpAt } = delivery
  const attempts = [...delivery.attempts, attempt]
  const isOver = attempt.isPermanent || now >= giveUpAt
  const nextAt = new Date(Math.min(now.getTime() + retryDelayMs(attempts.length, random), giveUpAt.getTime()))
  const result =
    attempt.error === null
      ? { status: 'delivered' as const, finishedAt: now }
      : isOver
        ? { status: 'failed' as const, finishedAt: now }
        : { nextAt }
  const changed = await ReportDelivery.query(trx)
    .where({ id, status: 'waiting', leaseUntil })
    .patch({ ...result, attempts, leaseUntil: null })
  if (changed > 0 && attempt.error !== null && isOver) await reportUndeliverable(context, sent, delivery)
}

async function reportUndeliverable(context: SystemContext, sent: SentReport, { recipient }: ReportDelivery) {
  const { id, tenantId, scheduleId, name, reportId } = sent
  const row = await PeriodReportRow.query(context.trx).findById(reportId).select('period', 'lastDay')
  const data = { sent_report_id: id, schedule_id: scheduleId, name, recipient, period: row!.period, to: row!.lastDay }
  await recordEvents(context, [{ type: 'report.undeliverable', tenantId, data }])
}
