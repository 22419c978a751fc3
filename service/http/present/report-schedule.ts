import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { ListedReport } from '../../domain/reporting/period-reports/sending/list-sent-reports.ts'
import type { ReportSchedule } from '../../store/models/report-schedule.ts'
import type { ReportDelivery } from '../../store/models/sent-report.ts'
import type { TenantLogo } from '../../store/models/tenant-logo.ts'
import { presentAttempt, withoutMailServer } from './notification-channel.ts'

type Schemas = components['schemas']

export function presentSchedule(schedule: ReportSchedule, locale: Locale): Schemas['ReportSchedule'] {
  const { disabledReason: code, disabledParams } = schedule
  const reason: ReceivedMessage | null = code && { code, params: disabledParams ?? {} }
  return {
    id: schedule.id,
    tenant_id: schedule.tenantId,
    name: schedule.name,
    period: schedule.period,
    time: schedule.time,
    weekday: schedule.weekday,
    day_of_month: schedule.dayOfMonth,
    time_zone: schedule.timeZone,
    language: schedule.language,
    recipients: schedule.recipients,
    attach_pdf: schedule.attachPdf,
    sections: schedule.sections,
    enabled: schedule.enabled,
    disabled_reason: reason && render(reason, locale),
    disabled_reason_code: code,
    disabled_reason_params: reason?.params ?? {},
    next_at: schedule.enabled ? schedule.nextAt.toISOString() : null,
    created_at: schedule.createdAt.toISOString(),
  }
}

/** @param isMailServerHidden the caller may not see the answers of the mail server, which belongs to the platform */
export function presentSentReport(
  { sent, row, deliveries }: ListedReport,
  locale: Locale,
  { isMailServerHidden }: { isMailServerHidden: boolean },
): Schemas['SentReport'] {
  return {
    id: sent.id,
    schedule_id: sent.scheduleId,
    tenant_id: sent.tenantId,
    name: sent.name,
    period: row.period,
    from: row.firstDay,
    to: row.lastDay,
    language: sent.language,
    attach_pdf: sent.attachPdf,
    sections: sent.sections,
    sent_by: sent.sentBy,
    created_at: sent.createdAt.toISOString(),
    deliveries: deliveries.map(({ attempts, ...delivery }) =>
      presentDelivery(
        {
          ...delivery,
          attempts: isMailServerHidden
            ? attempts.map((attempt) => withoutMailServer({ ...attempt, isPermanent: false }))
            : attempts,
        },
        locale,
      ),
    ),
  }
}

function presentDelivery(
  {
    recipient,
    status,
    attempts,
    nextAt,
    finishedAt,
  }: Pick<ReportDelivery, 'recipient' | 'status' | 'attempts' | 'nextAt' | 'finishedAt'>,
  locale: Locale,
): Schemas['SentReport']['deliveries'][number] {
  return {
    recipient,
    status,
    attempts: attempts.map((attempt) => presentAttempt(attempt, locale)),
    next_at: status === 'waiting' ? nextAt.toISOString() : null,
    finished_at: finishedAt?.toISOString() ?? null,
  }
}

export function presentLogo({ type, width, height, data }: TenantLogo): Schemas['TenantLogo'] {
  return { type, width, height, size_bytes: data.length }
}
