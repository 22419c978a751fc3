import type { ServicePool } from '../../../../workers/service-pool.ts'
import type { PeriodReport } from '../period-report.ts'
import { decodeLogo } from './decode-logo.ts'
import { describeReport } from './describe-report.ts'
import { createReportFormats } from './report-formats.ts'
import { linkReport, writeSubject } from './report-heading.ts'
import type { ReportOptions } from './report-options.ts'

/** Threads that write PDFs. */
export type PdfWorkers = Pick<ServicePool, 'run'>

/**
 * Returns a report as a tagged PDF, equal for equal arguments. A logo that cannot be decoded is left out.
 * @throws TaskStopped if it took too long, or the threads are busy or closed
 */
export async function renderReportPdf(
  workers: PdfWorkers,
  report: PeriodReport,
  options: ReportOptions,
): Promise<Buffer> {
  const { locale, sections } = options
  const formats = createReportFormats(locale, report.timeZone)
  const content = describeReport(report, { locale, sections, maxRows: Infinity })
  const logo = options.logo ? decodeLogo(options.logo.data) : null
  const context = {
    locale,
    subject: writeSubject(content, formats),
    computedAt: new Date(report.computedAt),
    logo: logo && { data: logo.data, width: logo.width, height: logo.height },
    link: linkReport(report, options.consoleUrl, formats),
  }
  const { buffer } = await workers.run('writeReportPdf', { report: content, context })
  return Buffer.from(buffer)
}
