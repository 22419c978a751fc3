import PDFDocument from 'pdfkit'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { renderReportText } from '../../../shared/reports/render-report-text.ts'
import { addChart } from './pdf-chart.ts'
import { type PdfPage, addElement, addFooters, addGroup, addLines, addText, colours, drawArtifact, drawLines, ensureSpace, left, right, styles, toneColours, width } from './pdf-page.ts' // prettier-ignore
import { addTable } from './pdf-table.ts'
import { type PdfDocument, heightOfLines, readFonts, widthOf, wrapText } from './pdf-text.ts'
import type { ReportDocument, ReportSection } from '../../../shared/reports/report-document.ts'

/** What the PDF shows besides the content of the report. */
export interface PdfContext {
  locale: Locale
  subject: string
  computedAt: Date
  /** Of a valid PNG or JPEG; width and height in pixels. */
  logo: { data: Uint8Array; width: number; height: number } | null
  link: { url: string; text: string } | null
}

/**
 * Returns the report as a tagged PDF in A4 with embedded fonts, bookmarks, and alternatives of charts. Equal for equal
 * arguments.
 */
export async function writeReportPdf(report: ReportDocument, context: PdfContext): Promise<Buffer> {
  const doc = await openDocument(context)
  const chunks: Buffer[] = []
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const page: PdfPage = { doc, y: 48, parent: root, hasReplaced: false }
  addHeader(page, report, context)
  if (report.headline) addHeadline(page, report.headline)
  if (report.attention) await addAttention(page, report.attention, context)
  for (const section of report.sections) {
    await addSection(page, section)
  }
  await addEnd(page, report, context)
  root.end()
  const writePage = (at: number, pages: number) => renderReportText('page', context.locale, { page: at, pages })
  addFooters(doc, `${report.title} · ${report.customer} · ${report.period}`, writePage)
  doc.end()
  await finished
  return Buffer.concat(chunks)
}

async function openDocument({ locale, subject, computedAt }: PdfContext): Promise<PdfDocument> {
  const fonts = await readFonts()
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: locale,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    font: null, // none that is not embedded
    info: {
      Title: subject.replace(/[<>&]/g, ' '), // also written to XML, unescaped
      Author: 'Coffer',
      Creator: 'Coffer',
      Producer: 'Coffer',
      CreationDate: computedAt,
      ModDate: computedAt,
    },
  } as unknown as PDFKit.PDFDocumentOptions)
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font)
  doc.addPage()
  return doc
}

const maxLogo = { width: 150, height: 44 }

function addHeader(page: PdfPage, report: ReportDocument, { logo }: PdfContext): void {
  const { doc } = page
  const accent = toneColours[report.headline?.tone ?? 'neutral']
  drawArtifact(doc, () => doc.rect(0, 0, doc.page.width, 5).fill(accent))
  let textWidth = width
  if (logo) {
    const scale = Math.min(1, maxLogo.width / logo.width, maxLogo.height / logo.height)
    const size = { width: logo.width * scale, height: logo.height * scale }
    const x = right - size.width
    addElement(page, 'Figure', () => doc.image(Buffer.from(logo.data), x, page.y, size), {
      alt: report.customer,
      bbox: [x, page.y, right, page.y + size.height],
    })
    textWidth = x - left - 16
  }
  doc.outline.addItem(report.title)
  addText(page, 'H1', report.title, styles.title, { maxWidth: textWidth })
  addText(page, 'P', report.customer, { ...styles.body, size: 11 }, { maxWidth: textWidth })
  addText(page, 'P', report.period, { ...styles.body, size: 11, colour: colours.quiet }, { maxWidth: textWidth })
  page.y = Math.max(page.y, logo ? 48 + maxLogo.height : 0) + 14
}

/** The figure on the left, what it means on the right. */
function addHeadline(page: PdfPage, { label, figure, tone, sentence, trend }: NonNullable<ReportDocument['headline']>) {
  const style = { font: 'bold', size: 36, colour: toneColours[tone] } as const
  const y = page.y
  const figureWidth = figure ? widthOf(page.doc, figure, style) + 22 : 0
  if (figure) addLines(page, 'P', [figure], style, { x: left, y: y - 4 })
  const column = { x: left + figureWidth }
  addText(page, 'P', label, styles.quiet, column)
  addText(page, 'P', sentence, styles.body, column)
  if (trend) addText(page, 'P', trend, styles.strong, column)
  page.y = Math.max(page.y, y + (figure ? 44 : 0)) + 12
}

async function addAttention(page: PdfPage, sentences: string[], { locale }: PdfContext): Promise<void> {
  const x = left + 14
  const bullet = 12
  const items = sentences.map((text) => wrapText(page.doc, text, styles.body, right - x - bullet - 10))
  const lines = Math.max(1, items.flat().length)
  const height = heightOfLines(lines, styles.body) + (items.length > 0 ? heightOfLines(1, styles.strong) + 4 : 0) + 18
  ensureSpace(page, height)
  const y = page.y
  drawArtifact(page.doc, () => {
    page.doc.rect(left, y, width, height).fill(colours.box)
    page.doc.rect(left, y, 4, height).fill(toneColours[items.length > 0 ? 'warning' : 'good'])
  })
  page.y += 9
  if (items.length === 0) addText(page, 'P', renderReportText('attention_nothing', locale), styles.strong, { x })
  else {
    addText(page, 'H2', renderReportText('attention', locale), styles.strong, { x, gap: 4 })
    await addGroup(page, 'L', async () => {
      for (const item of items) await addItem(page, item, x, bullet)
    })
  }
  page.y = y + height + 16
}

async function addItem(page: PdfPage, lines: string[], x: number, bullet: number): Promise<void> {
  await addGroup(page, 'LI', () => {
    addLines(page, 'Lbl', ['•'], styles.body, { x, y: page.y })
    addLines(page, 'LBody', lines, styles.body, { x: x + bullet, y: page.y })
  })
  page.y += heightOfLines(lines.length, styles.body)
}

async function addSection(page: PdfPage, { title, sentences, chart, tables }: ReportSection): Promise<void> {
  ensureSpace(page, 110)
  await addGroup(page, 'Sect', async () => {
    page.doc.outline.addItem(title)
    addText(page, 'H2', title, styles.heading, { gap: 1 })
    addText(page, 'P', sentences.join(' '), styles.body, { gap: 3 })
    if (chart) addChart(page, chart)
    for (const table of tables) await addTable(page, table)
  })
  page.y += 12
}

async function addEnd(page: PdfPage, { footer }: ReportDocument, { link, locale }: PdfContext): Promise<void> {
  ensureSpace(page, 50)
  addText(page, 'P', footer, styles.quiet)
  if (page.hasReplaced) addText(page, 'P', renderReportText('missing_glyphs', locale), styles.quiet)
  if (!link) return
  const style = { ...styles.quiet, colour: colours.accent }
  const y = page.y + 4
  await addGroup(page, 'P', () => {
    const element = page.doc.struct('Link', { alt: link.text })
    page.parent.add(element)
    element.add(() => drawLines(page, [link.text], style, left, y))
    const options = {
      structParent: element,
      Contents: new String(link.text),
    } as unknown as PDFKit.Mixins.AnnotationOption
    page.doc.link(left, y, widthOf(page.doc, link.text, style), heightOfLines(1, style), link.url, options)
    element.end()
  })
}
