import type { PeriodReport } from '../period-report.ts'
import { decodeLogo } from './decode-logo.ts'
import { describeReport } from './describe-report.ts'
import { createReportFormats } from './report-formats.ts'
import { linkReport, writeSubject } from './report-heading.ts'
import type { ReportOptions } from './report-options.ts'

/**
 * Returns a report as a tagged PDF, equal for equal arguments. A logo that cannot be decoded is left out. The PDF library
 * is loaded when it is first needed.
 */
export async function renderReportPdf(report: PeriodReport, options: ReportOptions): Promise<Buffer> {
  const { locale, sections } = options
  const formats = createReportFormats(locale, report.timeZone)
  const content = describeReport(report, { locale, sections, maxRows: Infinity })
  const { writeReportPdf } = await import('./write-report-pdf.ts')
  return writeReportPdf(content, {
    locale,
    subject: writeSubject(content, formats),
    computedAt: new Date(report.computedAt),
    logo: options.logo ? decodeLogo(options.logo.data) : null,
    link: linkReport(report, options.consoleUrl, formats),
    texts: {
      attention: formats.text('attention'),
      attentionNothing: formats.text('attention_nothing'),
      missingGlyphs: formats.text('missing_glyphs'),
      page: (page, pages) => formats.text('page', { page, pages }),
    },
  })
}
