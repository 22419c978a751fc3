import type { Locale } from '../../../../../shared/messages/create-renderer.ts'
import { escapeHtml, writeMailButton, writeMailPage } from '../../../outbox/channels/mail-page.ts'
import type {
  DayChart,
  ReportCell,
  ReportDocument,
  ReportSection,
  ReportTable,
  Tone,
} from '../../../../../shared/reports/report-document.ts'

/** What the HTML shows besides the content of the report. */
export interface HtmlContext {
  locale: Locale
  subject: string
  /** `alt` describes it; the size is in pixels of the image. */
  logo: { alt: string; width: number; height: number } | null
  link: { url: string; text: string } | null
  attention: { title: string; nothing: string }
  /** Below the report. */
  note: string | null
}

const colours: Record<Tone, string> = {
  good: '#2e7d32',
  warning: '#9a5b00',
  bad: '#c62828',
  neutral: '#2468c0',
}

const darkStyles = `  .good { color: #7fd488 !important; }
  .warning { color: #f2bd6b !important; }
  .bad { color: #ff9a90 !important; }
  .line { border-color: #3a424c !important; }
`

const maxLogo = { width: 240, height: 56 }

/**
 * Returns the report as HTML for light and dark clients, phones and clients that know tables and inline styles only. It
 * loads nothing; the logo is `cid:logo`.
 */
export function writeReportHtml(report: ReportDocument, context: HtmlContext): string {
  const { logo, link, attention, note } = context
  const body = [
    logo ? writeLogo(logo) : '',
    `<h1 class="text" style="margin: 0; font-size: 20px; line-height: 1.35; color: #1c2126;">${escapeHtml(report.title)}</h1>`,
    `<p class="quiet" style="margin: 2px 0 20px; color: #5c6670; overflow-wrap: anywhere;">${escapeHtml(report.customer)}<br>${escapeHtml(report.period)}</p>`,
    report.headline ? writeHeadline(report.headline) : '',
    report.attention ? writeAttention(report.attention, attention) : '',
    ...report.sections.map(writeSection),
    link ? `<p style="margin: 28px 0 0;">${writeMailButton(link, colours.neutral)}</p>` : '',
    note ? `<p class="quiet" style="margin: 20px 0 0; color: #5c6670;">${escapeHtml(note)}</p>` : '',
  ]
  return writeMailPage({
    locale: context.locale,
    title: context.subject,
    accent: colours[report.headline?.tone ?? 'neutral'],
    body: `${body.filter(Boolean).join('\n')}\n`,
    footer: report.footer,
    maxWidth: 680,
    darkStyles,
  })
}

/** On white, because most logos are made for it. */
function writeLogo({ alt, width, height }: { alt: string; width: number; height: number }): string {
  const scale = Math.min(1, maxLogo.width / width, maxLogo.height / height)
  const size = `width="${Math.max(1, Math.round(width * scale))}" height="${Math.max(1, Math.round(height * scale))}"`
  return `<p style="margin: 0 0 16px;"><img src="cid:logo" alt="${escapeHtml(alt)}" ${size} style="display: inline-block; padding: 4px; background: #ffffff; border: 0; border-radius: 4px;"></p>`
}

function writeHeadline({ label, figure, tone, sentence, trend }: NonNullable<ReportDocument['headline']>): string {
  return [
    `<p class="quiet" style="margin: 0; font-size: 13px; color: #5c6670;">${escapeHtml(label)}</p>`,
    figure
      ? `<p class="${tone}" style="margin: 0; font-size: 40px; font-weight: 700; line-height: 1.2; color: ${colours[tone]};">${escapeHtml(figure)}</p>`
      : '',
    trend
      ? `<p class="text" style="margin: 0; font-size: 14px; font-weight: 600; color: #1c2126;">${escapeHtml(trend)}</p>`
      : '',
    `<p class="text" style="margin: 4px 0 20px; color: #1c2126;">${escapeHtml(sentence)}</p>`,
  ].join('')
}

function writeAttention(sentences: string[], { title, nothing }: HtmlContext['attention']): string {
  const isEmpty = sentences.length === 0
  const accent = colours[isEmpty ? 'good' : 'warning']
  const items = sentences.map(
    (sentence) => `<li style="margin: 0 0 4px; overflow-wrap: anywhere;">${escapeHtml(sentence)}</li>`,
  )
  const content = isEmpty
    ? `<p style="margin: 0; font-weight: 600;">${escapeHtml(nothing)}</p>`
    : `<h2 style="margin: 0 0 6px; font-size: 15px;">${escapeHtml(title)}</h2><ul style="margin: 0; padding: 0 0 0 18px;">${items.join('')}</ul>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="box" style="padding: 12px 16px; background: #f1f3f5; color: #1c2126; border-left: 4px solid ${accent}; font-size: 14px; line-height: 1.5;">${content}</td></tr></table>`
}

function writeSection({ title, sentences, chart, tables }: ReportSection): string {
  return [
    `<h2 class="text" style="margin: 28px 0 4px; font-size: 17px; line-height: 1.35; color: #1c2126;">${escapeHtml(title)}</h2>`,
    `<p class="text" style="margin: 0 0 12px; color: #1c2126; overflow-wrap: anywhere;">${escapeHtml(sentences.join(' '))}</p>`,
    chart ? writeChart(chart) : '',
    ...tables.map(writeTable),
  ].join('\n')
}

const chartHeight = 64

/** A bar for each day, from the bottom to the top of the scale; a day without a value has a flat line. */
function writeChart({ alt, days, bottom, top }: DayChart): string {
  const bars = days.map(({ value, tone }) => {
    const height =
      value === null
        ? 2
        : Math.max(2, Math.round(((value - bottom.value) / (top.value - bottom.value || 1)) * chartHeight))
    const colour = value === null ? '#a9b1ba' : colours[tone]
    return `<td valign="bottom" style="padding: 0 1px;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td height="${height}" bgcolor="${colour}" style="height: ${height}px; background: ${colour}; font-size: 0; line-height: 0;">&nbsp;</td></tr></table></td>`
  })
  const ends = [days[0]?.text, days.at(-1)?.text]
  const label = (text = '', align: string) =>
    `<td class="quiet" align="${align}" style="padding: 4px 0 0; font-size: 12px; color: #5c6670;">${escapeHtml(text)}</td>`
  return `<p class="quiet" style="margin: 0 0 4px; font-size: 12px; color: #5c6670;">${escapeHtml(`${bottom.text} – ${top.text}`)}</p>
<table role="img" aria-label="${escapeHtml(alt)}" width="100%" cellpadding="0" cellspacing="0" style="table-layout: fixed;"><tr>${bars.join('')}</tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin: 0 0 12px;"><tr>${label(ends[0], 'left')}${label(ends[1], 'right')}</tr></table>`
}

/** A column for the name of the row, with its details below, and one for each figure. */
function writeTable({ title, sentence, columns, rows, rest }: ReportTable): string {
  const figures = columns.map(({ role }, index) => ({ role, index })).filter(({ role }) => role === 'figure')
  const heading = columns.find(({ role }) => role === 'main')?.title ?? ''
  const headCell = (text: string, align: string) =>
    `<th class="quiet" scope="col" align="${align}" style="padding: 0 0 4px ${align === 'left' ? 0 : 12}px; font-size: 12px; font-weight: normal; vertical-align: bottom; color: #5c6670;">${escapeHtml(text)}</th>`
  const head = [
    headCell(heading, 'left'),
    ...figures.map(({ index }) => headCell(columns[index]?.title ?? '', 'right')),
  ].join('')
  const body = rows.map(
    (row) => `<tr>${writeName(row, columns)}${figures.map(({ index }) => writeFigure(row[index])).join('')}</tr>`,
  )
  const table = `<table width="100%" cellpadding="0" cellspacing="0" style="margin: 0 0 8px; font-size: 14px; line-height: 1.4; border-collapse: collapse;"><tr>${head}</tr>\n${body.join('\n')}</table>`
  return [
    title
      ? `<h3 class="text" style="margin: 16px 0 4px; font-size: 15px; color: #1c2126;">${escapeHtml(title)}</h3>`
      : '',
    sentence ? `<p class="text" style="margin: 0 0 8px; color: #1c2126;">${escapeHtml(sentence)}</p>` : '',
    rows.length > 0 ? table : '',
    rest ? `<p class="quiet" style="margin: 0 0 8px; font-size: 13px; color: #5c6670;">${escapeHtml(rest)}</p>` : '',
  ].join('\n')
}

function writeName(row: ReportCell[], columns: ReportTable['columns']): string {
  const named = row.map((cell, index) => ({ ...cell, column: columns[index] }))
  const main = named.filter(({ column, text }) => column?.role === 'main' && text !== '')
  const details = named
    .filter(({ column, text }) => (column?.role === 'detail' || column?.role === 'labelled') && text !== '')
    .map(({ column, text, labelled, tone }) => {
      const content = escapeHtml(column?.role === 'labelled' ? labelled : text)
      return tone ? `<span class="${tone}" style="color: ${colours[tone]};">${content}</span>` : content
    })
  const below = details.length > 0 ? `<br><span class="quiet" style="font-size: 13px; color: #5c6670;">${details.join(' · ')}</span>` : '' // prettier-ignore
  return `<td class="text line" style="padding: 6px 0; border-top: 1px solid #e1e5ea; color: #1c2126; overflow-wrap: anywhere;"><b>${main.map(({ text }) => escapeHtml(text)).join(' · ')}</b>${below}</td>`
}

function writeFigure({ text = '', tone, share }: Partial<ReportCell> = {}): string {
  const colour = tone ? colours[tone] : '#1c2126'
  const bar =
    share === undefined
      ? ''
      : `<table role="presentation" width="${Math.max(2, Math.round(share * 72))}" cellpadding="0" cellspacing="0" style="margin: 3px 0 0 auto;"><tr><td height="4" bgcolor="${colour}" style="height: 4px; background: ${colour}; font-size: 0; line-height: 0;">&nbsp;</td></tr></table>`
  return `<td class="${tone ?? 'text'} line" align="right" valign="top" style="padding: 6px 0 6px 12px; border-top: 1px solid #e1e5ea; color: ${colour};"><div>${escapeHtml(text)}</div>${bar}</td>`
}
