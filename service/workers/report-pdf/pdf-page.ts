import {
  type PdfDocument,
  type TextStyle,
  drawLine,
  heightOfLines,
  readableText,
  widthOf,
  wrapText,
} from './pdf-text.ts'
import type { Tone } from '../../../shared/reports/report-document.ts'

/** The document while it is written. */
export interface PdfPage {
  doc: PdfDocument
  /** Top of what follows. */
  y: number
  /** Structure element that contains what follows. */
  parent: PDFKit.PDFStructureElement
  /** Whether a character was replaced. */
  hasReplaced: boolean
}

export const left = 48
export const right = 547
export const width = right - left
const top = 48
const bottom = 778

export const colours = { text: '#1c2126', quiet: '#5c6670', line: '#d5dae0', box: '#f1f3f5', accent: '#2468c0' }

export const toneColours: Record<Tone, string> = {
  good: '#2e7d32',
  warning: '#9a5b00',
  bad: '#c62828',
  neutral: colours.accent,
}

export const styles = {
  title: { font: 'bold', size: 20, colour: colours.text },
  heading: { font: 'bold', size: 13, colour: colours.text },
  subheading: { font: 'bold', size: 10.5, colour: colours.text },
  body: { font: 'regular', size: 9.5, colour: colours.text },
  strong: { font: 'bold', size: 9.5, colour: colours.text },
  quiet: { font: 'regular', size: 8.5, colour: colours.quiet },
  cell: { font: 'regular', size: 8.5, colour: colours.text },
  head: { font: 'bold', size: 8, colour: colours.quiet },
} satisfies Record<string, TextStyle>

/** Begins a page unless `height` points are left on this one. Returns whether it did. */
export function ensureSpace(page: PdfPage, height: number): boolean {
  if (page.y + height <= bottom) return false
  page.doc.addPage()
  page.y = top
  return true
}

/** Adds an element to the structure; `draw` draws its content. */
export function addElement(
  page: PdfPage,
  type: string,
  draw: () => void,
  options: { alt?: string; actual?: string; scope?: 'Column' | 'Row'; bbox?: [number, number, number, number] } = {},
): void {
  page.parent.add(page.doc.struct(type, options as PDFKit.Mixins.StructureElementOptions, [draw]))
}

/** Writes what `write` adds to the structure below an element. */
export async function addGroup(page: PdfPage, type: string, write: () => void | Promise<void>): Promise<void> {
  const { parent } = page
  const group = page.doc.struct(type)
  parent.add(group)
  page.parent = group
  await write()
  group.end()
  page.parent = parent
}

/** Writes a text as an element, from the left margin or `x`, and moves below it. */
export function addText(
  page: PdfPage,
  type: string,
  text: string,
  style: TextStyle,
  { x = left, maxWidth = right - x, gap = 0 }: { x?: number; maxWidth?: number; gap?: number } = {},
): void {
  const lines = wrapText(page.doc, text, style, maxWidth)
  ensureSpace(page, heightOfLines(Math.min(lines.length, 3), style))
  let drawn = 0
  while (drawn < lines.length) {
    const rest = lines.slice(drawn)
    const fitting = Math.max(1, Math.floor((bottom - page.y) / heightOfLines(1, style)))
    const part = rest.slice(0, fitting)
    addLines(page, type, part, style, { x, y: page.y })
    page.y += heightOfLines(part.length, style)
    drawn += part.length
    if (drawn < lines.length) ensureSpace(page, bottom)
  }
  page.y += gap
}

/** Adds an element with lines below each other, from `x` or up to `end`. */
export function addLines(
  page: PdfPage,
  type: string,
  lines: string[],
  style: TextStyle,
  { x, y, end, scope }: { x: number; y: number; end?: number; scope?: 'Column' | 'Row' },
): void {
  const actual = readableText(page.doc, lines, style)
  addElement(page, type, () => drawLines(page, lines, style, x, y, end), { actual, scope })
}

/** Draws lines below each other; with `end`, they end there. */
export function drawLines(page: PdfPage, lines: string[], style: TextStyle, x: number, y: number, end?: number): void {
  for (const [index, line] of lines.entries()) {
    const at = end === undefined ? x : end - widthOf(page.doc, line.trimEnd(), style)
    if (drawLine(page.doc, line, style, at, y + heightOfLines(index, style))) page.hasReplaced = true
  }
}

/** Draws what is not part of the content: lines, backgrounds, the foot of a page. */
export function drawArtifact(doc: PdfDocument, draw: () => void, type = 'Layout'): void {
  doc.markContent('Artifact', { type } as PDFKit.Mixins.MarkingOptions)
  draw()
  doc.endMarkedContent()
}

/** Writes the foot of every page, which needs their number. */
export function addFooters(doc: PdfDocument, leftText: string, writePage: (page: number, pages: number) => string) {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    drawArtifact(
      doc,
      () => {
        doc
          .moveTo(left, bottom + 14)
          .lineTo(right, bottom + 14)
          .lineWidth(0.5)
          .stroke(colours.line)
        const number = writePage(index + 1, count)
        const [line = ''] = wrapText(doc, leftText, styles.quiet, width - 90, 1)
        drawLine(doc, line, styles.quiet, left, bottom + 20)
        drawLine(doc, number, styles.quiet, right - widthOf(doc, number, styles.quiet), bottom + 20)
      },
      'Pagination',
    )
  }
}
