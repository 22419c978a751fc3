import type { Locale } from '../../../../../shared/messages/create-renderer.ts'
import type { RunInOwnerScope } from '../assemble-period-report.ts'
import { findLogo } from '../logos/tenant-logos.ts'
import type { PeriodReport } from '../period-report.ts'
import { renderReportHtml } from '../render/render-html.ts'
import { type PdfWorkers, renderReportPdf } from '../render/render-pdf.ts'
import type { RenderedReport, ReportOptions, ReportSectionName } from '../render/report-options.ts'

/** What a reader chooses. */
export interface RenderChoices {
  locale: Locale
  sections: readonly ReportSectionName[]
  /** Public address of the service. */
  baseUrl: string
}

/** Returns the options of a report with the current logo of its customer. */
export async function readReportOptions(
  runInScope: RunInOwnerScope,
  { customer }: Pick<PeriodReport, 'customer'>,
  { locale, sections, baseUrl }: RenderChoices,
): Promise<ReportOptions> {
  const logo = customer ? await runInScope(customer.id, (context) => findLogo(context, customer.id)) : null
  return {
    locale,
    logo: logo ? { type: logo.type, data: logo.data } : null,
    consoleUrl: `${baseUrl.replace(/\/$/, '')}/#`,
    sections: [...sections],
  }
}

/** Returns the HTML of a report as a page that needs no other file. */
export function renderReportPage(report: PeriodReport, options: ReportOptions): string {
  const { html, logo } = renderReportHtml(report, options)
  // quotes in names are escaped, so the first such attribute is the logo's
  const image = () => `src="data:${logo!.type};base64,${logo!.data.toString('base64')}"`
  return logo ? html.replace('src="cid:logo"', image) : html
}

/** Returns the name of a report's file, without its extension. */
export function reportFileName({ customer, period, from, to }: PeriodReport): string {
  return `${customer?.slug ?? 'all-customers'}-${period}-${period === 'monthly' ? from.slice(0, 7) : to}`
}

/** A report as it is sent to every recipient. */
export interface ReportMail extends RenderedReport {
  /** Null: not attached. */
  pdf: { name: string; data: Buffer } | null
}

/** `lacking`: it could not be written, and the mail says so. */
export type PdfChoice = 'attached' | 'none' | 'lacking'

/** @throws TaskStopped as `renderReportPdf` */
export async function renderReportMail(
  workers: PdfWorkers,
  report: PeriodReport,
  options: ReportOptions,
  choice: PdfChoice,
): Promise<ReportMail> {
  const pdf =
    choice === 'attached'
      ? { name: `${reportFileName(report)}.pdf`, data: await renderReportPdf(workers, report, options) }
      : null
  return { ...renderReportHtml(report, options, choice === 'lacking'), pdf }
}
