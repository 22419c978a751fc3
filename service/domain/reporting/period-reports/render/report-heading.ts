import type { PeriodReport } from '../period-report.ts'
import type { ReportDocument } from '../../../../../shared/reports/report-document.ts'
import type { ReportFormats } from './report-formats.ts'

const maxCustomer = 80

/** Returns the subject of the mail, which is also the title of the PDF. */
export function writeSubject(
  { title, customer, period, headline }: ReportDocument,
  { text, name }: ReportFormats,
): string {
  const named = { title, customer: name(customer, maxCustomer), period }
  return headline?.figure
    ? text('subject', { ...named, coverage: headline.figure })
    : text('subject_without_coverage', named)
}

/** Returns the link to the last day of the report in the console; null without its address. */
export function linkReport(
  { to }: PeriodReport,
  consoleUrl: string | null,
  { text }: ReportFormats,
): { url: string; text: string } | null {
  if (consoleUrl === null) return null
  return { url: `${consoleUrl.replace(/\/+$/, '')}/reports?day=${to}`, text: text('open') }
}
