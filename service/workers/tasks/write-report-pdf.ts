import type { ReportDocument } from '../../../shared/reports/report-document.ts'
import type { PdfContext } from '../report-pdf/write-report-pdf.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface ReportToWrite {
  report: ReportDocument
  context: PdfContext
}

/**
 * Writes a report as a PDF. Fonts and names of many scripts take up to seconds. The PDF library is loaded when it is first
 * needed.
 */
export const writeReportPdf: Task<ReportToWrite, Uint8Array<ArrayBuffer>> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },

  async run({ report, context }) {
    const { writeReportPdf: write } = await import('../report-pdf/write-report-pdf.ts')
    return new Uint8Array(await write(report, context))
  },

  transfer: (output) => [output.buffer],
}
