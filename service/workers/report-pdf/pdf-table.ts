import { type PdfPage, addGroup, addLines, addText, colours, drawArtifact, drawLines, ensureSpace, left, right, styles, toneColours, width } from './pdf-page.ts' // prettier-ignore
import { heightOfLines, wrapText } from './pdf-text.ts'
import type { ReportCell, ReportColumn, ReportTable } from '../../../shared/reports/report-document.ts'

interface PlacedColumn extends ReportColumn {
  x: number
  /** Of the content. */
  width: number
}

const padding = 6
const gap = 10
const maxLines = 4
const barHeight = 3

/** Writes a table. Where it continues on another page, its head is repeated. */
export async function addTable(page: PdfPage, { title, sentence, columns, rows, rest }: ReportTable): Promise<void> {
  const placed = placeColumns(columns)
  if (title) {
    page.y += 6
    ensureSpace(page, 90)
    addText(page, 'H3', title, styles.subheading, { gap: 2 })
  }
  if (sentence) addText(page, 'P', sentence, styles.body, { gap: 2 })
  if (rows.length > 0) {
    ensureSpace(page, 60)
    await addGroup(page, 'Table', async () => {
      await addGroup(page, 'TR', () => addHead(page, placed))
      for (const row of rows) await addRow(page, placed, row)
    })
  }
  if (rest) {
    page.y += 3
    addText(page, 'P', rest, styles.quiet)
  }
  page.y += 4
}

function placeColumns(columns: ReportColumn[]): PlacedColumn[] {
  const total = columns.reduce((sum, column) => sum + column.width, 0)
  let x = left
  return columns.map((column, index) => {
    const share = (column.width / total) * width
    const placed = { ...column, x, width: index === columns.length - 1 ? share : share - gap }
    x += share
    return placed
  })
}

function addHead(page: PdfPage, columns: PlacedColumn[]): void {
  const { height, cells } = wrapHead(page, columns)
  for (const { column, lines } of cells) {
    const y = page.y + height - heightOfLines(lines.length, styles.head)
    addLines(page, 'TH', lines, styles.head, { x: column.x, y, end: endOf(column), scope: 'Column' })
  }
  endHead(page, height)
}

/** Draws the head again, which readers know already. */
function repeatHead(page: PdfPage, columns: PlacedColumn[]): void {
  const { height, cells } = wrapHead(page, columns)
  drawArtifact(
    page.doc,
    () => {
      for (const { column, lines } of cells) {
        const y = page.y + height - heightOfLines(lines.length, styles.head)
        drawLines(page, lines, styles.head, column.x, y, endOf(column))
      }
    },
    'Pagination',
  )
  endHead(page, height)
}

function wrapHead(page: PdfPage, columns: PlacedColumn[]) {
  const cells = columns.map((column) => ({
    column,
    lines: wrapText(page.doc, column.title, styles.head, column.width, 2),
  }))
  return { cells, height: heightOfLines(Math.max(...cells.map(({ lines }) => lines.length)), styles.head) }
}

function endHead(page: PdfPage, height: number): void {
  page.y += height + 3
  drawRule(page, page.y, 0.8, colours.quiet)
}

async function addRow(page: PdfPage, columns: PlacedColumn[], row: ReportCell[]): Promise<void> {
  const cells = columns.map((column, index) => {
    const cell: Partial<ReportCell> = row[index] ?? {}
    const style = { ...styles.cell, colour: cell.tone ? toneColours[cell.tone] : styles.cell.colour }
    return { column, cell, style, lines: wrapText(page.doc, cell.text ?? '', style, column.width, maxLines) }
  })
  const heights = cells.map(
    ({ lines, cell, style }) => heightOfLines(lines.length, style) + (cell.share === undefined ? 0 : barHeight + 1),
  )
  const height = Math.max(...heights) + padding
  if (ensureSpace(page, height)) repeatHead(page, columns)
  const rowName = columns.findIndex(({ role }) => role === 'main')
  await addGroup(page, 'TR', () => {
    for (const [index, { column, cell, style, lines }] of cells.entries()) {
      const isName = index === rowName
      const y = page.y + padding / 2
      const place = { x: column.x, y, end: endOf(column), ...(isName && { scope: 'Row' as const }) }
      addLines(page, isName ? 'TH' : 'TD', lines, style, place)
      if (cell.share !== undefined) {
        drawBar(page, column, cell.share, style.colour, y + heightOfLines(lines.length, style) + 1)
      }
    }
  })
  page.y += height
  drawRule(page, page.y, 0.5, colours.line)
}

/** The text above the bar states its value. */
function drawBar(page: PdfPage, column: PlacedColumn, share: number, colour: string, y: number): void {
  const length = Math.max(1, column.width * Math.min(1, share))
  const x = column.align === 'end' ? column.x + column.width - length : column.x
  drawArtifact(page.doc, () => page.doc.rect(x, y, length, barHeight).fill(colour))
}

function drawRule(page: PdfPage, y: number, lineWidth: number, colour: string): void {
  drawArtifact(page.doc, () => page.doc.moveTo(left, y).lineTo(right, y).lineWidth(lineWidth).stroke(colour))
}

function endOf({ align, x, width: length }: PlacedColumn): number | undefined {
  return align === 'end' ? x + length : undefined
}
