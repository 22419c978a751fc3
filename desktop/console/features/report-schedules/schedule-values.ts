import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type ReportSchedule = Schemas['ReportSchedule']
export type SentReport = Schemas['SentReport']
export type ReportPeriod = Schemas['ReportPeriod']
export type ReportSection = Schemas['ReportSectionName']

export const reportPeriods = ['daily', 'weekly', 'monthly'] as const satisfies ReportPeriod[]
export const reportLanguages = ['en', 'fr'] as const

/** In the order of the report. */
export const reportSections = [
  'coverage',
  'failures',
  'changes',
  'storage',
  'restores',
  'access',
] as const satisfies ReportSection[]

/** Values of the form. */
export interface ScheduleValues {
  /** A customer's id; '' means the report of all customers. */
  of: string
  name: string
  period: ReportPeriod
  sections: ReportSection[]
  weekday: Schemas['BlackoutDay']
  day_of_month: number | ''
  time: string
  time_zone: string
  /** One address in each line. */
  recipients: string
  language: 'en' | 'fr'
  attach_pdf: boolean
}

/**
 * Returns the values of the form.
 * @param schedule absent: a new one
 * @param usual of a new schedule; without `mayReadAudit`, it has no section about access
 */
export function scheduleValues(
  schedule: ReportSchedule | undefined,
  usual: { tenant: string; language: 'en' | 'fr'; timeZone: string; mayReadAudit: boolean },
): ScheduleValues {
  const sections = reportSections.filter((name) => name !== 'access' || usual.mayReadAudit)
  return {
    of: schedule ? (schedule.tenant_id ?? '') : usual.tenant,
    name: schedule?.name ?? '',
    period: schedule?.period ?? 'weekly',
    sections: [...(schedule?.sections ?? sections)],
    weekday: schedule?.weekday ?? 'mon',
    day_of_month: schedule?.day_of_month ?? 1,
    time: schedule?.time ?? '07:00',
    time_zone: schedule?.time_zone ?? usual.timeZone,
    recipients: (schedule?.recipients ?? []).join('\n'),
    language: schedule?.language ?? usual.language,
    attach_pdf: schedule?.attach_pdf ?? true,
  }
}

/** Returns the addresses, without duplicates. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.split(/[\n,;]/).map((part) => part.trim()))].filter((part) => part !== '')
}

/** Returns the request: the day of sending only of its period. */
export function scheduleBody({
  of: _of,
  name,
  recipients,
  weekday,
  day_of_month: day,
  sections,
  ...same
}: ScheduleValues) {
  return {
    ...same,
    name: name.trim(),
    recipients: addressesIn(recipients),
    sections: reportSections.filter((section) => sections.includes(section)),
    ...(same.period === 'weekly' && { weekday }),
    ...(same.period === 'monthly' && { day_of_month: day === '' ? 1 : day }),
  } satisfies Schemas['NewReportSchedule']
}
