import type { PeriodReport } from '../period-report.ts'
import { decodeLogo } from './decode-logo.ts'
import { describeReport } from './describe-report.ts'
import { createReportFormats } from './report-formats.ts'
import { linkReport, writeSubject } from './report-heading.ts'
import type { RenderedReport, ReportOptions } from './report-options.ts'
import { type HtmlContext, writeReportHtml } from './write-report-html.ts'
import { writeReportText } from './write-report-text.ts'

/** Of each table: mail services cut off mails of more than about 100 kB. */
const maxRows = 20

/**
 * Returns a report as a mail: HTML, plain text and subject.
 * @param lacksPdf whether it states that the PDF could not be written
 */
export function renderReportHtml(report: PeriodReport, options: ReportOptions, lacksPdf = false): RenderedReport {
  const { locale, sections, consoleUrl } = options
  const formats = createReportFormats(locale, report.timeZone)
  const { text } = formats
  const content = describeReport(report, { locale, sections, maxRows })
  const logo = options.logo ? decodeLogo(options.logo.data) : null
  const subject = writeSubject(content, formats)
  const context: HtmlContext = {
    locale,
    subject,
    logo: logo && { alt: content.customer, width: logo.width, height: logo.height },
    link: linkReport(report, consoleUrl, formats),
    attention: { title: text('attention'), nothing: text('attention_nothing') },
    note: lacksPdf ? text('pdf_missing') : null,
  }
  return {
    subject,
    html: writeReportHtml(content, context),
    text: writeReportText(content, context),
    logo: logo && { type: logo.type, data: logo.data },
  }
}
