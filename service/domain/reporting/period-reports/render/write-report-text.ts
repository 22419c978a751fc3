import type {
  ReportCell,
  ReportDocument,
  ReportSection,
  ReportTable,
} from '../../../../../shared/reports/report-document.ts'
import type { HtmlContext } from './write-report-html.ts'

/** Returns the report as plain text, for clients that show no HTML. */
export function writeReportText(report: ReportDocument, { link, attention, note }: HtmlContext): string {
  const { headline } = report
  const parts = [
    [report.title, report.customer, report.period].join('\n'),
    headline ? [headline.label, headline.figure, headline.trend, headline.sentence].filter(Boolean).join('\n') : '',
    report.attention ? writeAttention(report.attention, attention) : '',
    ...report.sections.map(writeSection),
    link ? `${link.text}\n${link.url}` : '',
    note ?? '',
    `-- \n${report.footer}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function writeAttention(sentences: string[], { title, nothing }: HtmlContext['attention']): string {
  if (sentences.length === 0) return nothing
  return [title, ...sentences.map((sentence) => `- ${sentence}`)].join('\n')
}

function writeSection({ title, sentences, chart, tables }: ReportSection): string {
  const parts = [
    `${title}\n${'='.repeat(title.length)}\n${sentences.join(' ')}`,
    chart ? [chart.alt, ...chart.days.map(({ text }) => `  ${text}`)].join('\n') : '',
    ...tables.map(writeTable),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function writeTable({ title, sentence, columns, rows, rest }: ReportTable): string {
  const lines = [title ?? '', sentence ?? '', ...rows.map((row) => writeRow(row, columns)), rest ?? '']
  return lines.filter(Boolean).join('\n')
}

function writeRow(row: ReportCell[], columns: ReportTable['columns']): string {
  const cells = row.map((cell, index) => ({ ...cell, role: columns[index]?.role })).filter(({ text }) => text !== '')
  const main = cells.filter(({ role }) => role === 'main').map(({ text }) => text)
  const others = cells.filter(({ role }) => role !== 'main').map(({ labelled }) => labelled)
  return `- ${main.join(', ')} (${others.join('; ')})`
}
