import type { components } from '../../../../../shared/contract/api-types.ts'
import type { ReportSchedule } from '../../../../store/models/report-schedule.ts'
import type { Actor } from '../../../kernel/context.ts'
import { invalidField, permissionMissing } from '../../../kernel/domain-error.ts'
import { holds } from '../../../kernel/holds.ts'
import { isTimeZone } from '../../../outbox/channels/quiet-hours.ts'
import { mailAddressPattern } from '../../../outbox/channels/send-mail.ts'
import { reportSectionNames } from '../render/report-options.ts'
import type { ScheduleTimes } from './schedule-times.ts'

type Schemas = components['schemas']

/** A schedule as a request has it. */
export type ScheduleInput = Schemas['NewReportSchedule']
export type SchedulePatch = Schemas['ReportSchedulePatch']

/**
 * Returns the columns of the times that a request sets; absent fields have the stored value, or the default.
 * @param before the stored schedule; for a new one, its default time zone
 * @throws DomainError validation_failed
 */
export function readTimes(
  change: SchedulePatch,
  before: Partial<ScheduleTimes> & Pick<ScheduleTimes, 'timeZone'>,
): ScheduleTimes {
  const period = change.period ?? before.period ?? 'daily'
  if (change.weekday !== undefined && period !== 'weekly') throw invalidField('weekday', 'contradicts', { fields: ['period'] }) // prettier-ignore
  if (change.day_of_month !== undefined && period !== 'monthly') throw invalidField('day_of_month', 'contradicts', { fields: ['period'] }) // prettier-ignore
  const timeZone = change.time_zone ?? before.timeZone
  if (!isTimeZone(timeZone)) throw invalidField('time_zone', 'time_zone_unknown')
  return {
    period,
    time: change.time ?? before.time ?? '07:00',
    weekday: period === 'weekly' ? (change.weekday ?? before.weekday ?? 'mon') : null,
    dayOfMonth: period === 'monthly' ? (change.day_of_month ?? before.dayOfMonth ?? 1) : null,
    timeZone,
  }
}

/**
 * Returns sections in their order. Who read what is audit data, so only callers with `audit:read` may send it.
 * @param sections default: all that the caller may read
 * @throws DomainError permission_missing
 */
export function readSections(
  actor: Pick<Actor, 'permissions'>,
  sections: ReportSchedule['sections'] | undefined,
): ReportSchedule['sections'] {
  const readsAudit = holds(actor, 'audit:read')
  if (sections?.includes('access') && !readsAudit) throw permissionMissing('audit:read')
  return reportSectionNames.filter((name) => (sections ? sections.includes(name) : name !== 'access' || readsAudit))
}

/**
 * Returns addresses without repetitions that differ in letter case only.
 * @throws DomainError validation_failed for an address that no mail can be sent to
 */
export function readRecipients(recipients: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const [at, address] of recipients.entries()) {
    if (!mailAddressPattern.test(address)) throw invalidField(`recipients.${at}`, 'mail_address_invalid')
    if (!seen.has(address.toLowerCase())) seen.set(address.toLowerCase(), address)
  }
  return [...seen.values()]
}
