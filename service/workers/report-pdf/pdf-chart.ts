import { type PdfPage, addElement, colours, drawLines, ensureSpace, left, right, styles, toneColours } from './pdf-page.ts' // prettier-ignore
import { widthOf } from './pdf-text.ts'
import type { DayChart } from '../../../shared/reports/report-document.ts'

interface Point {
  x: number
  y: number
  colour: string
}

const plotHeight = 84
const labelHeight = 16
const axisWidth = 44

/** Draws a chart with its axis; readers get its description. */
export function addChart(page: PdfPage, chart: DayChart): void {
  const height = plotHeight + labelHeight + 8
  page.y += 4
  ensureSpace(page, height)
  const y = page.y
  addElement(page, 'Figure', () => drawChart(page, chart, y + 4), {
    alt: chart.alt,
    bbox: [left, y, right, y + height],
  })
  page.y += height + 4
}

function drawChart(page: PdfPage, { shape, days, bottom, top }: DayChart, y: number): void {
  const { doc } = page
  const plotLeft = left + axisWidth
  const base = y + plotHeight
  for (const [level, text] of [
    [y, top.text],
    [base, bottom.text],
  ] as const) {
    doc.moveTo(plotLeft, level).lineTo(right, level).lineWidth(0.5).stroke(colours.line)
    drawLines(page, [text], styles.quiet, left, level - 5, plotLeft - 6)
  }
  const step = (right - plotLeft) / days.length
  const places = days.map(({ value, tone }, index): Point | null => {
    if (value === null) return null
    const share = (value - bottom.value) / (top.value - bottom.value || 1)
    return { x: plotLeft + step * (index + 0.5), y: base - Math.max(0, share) * plotHeight, colour: toneColours[tone] }
  })
  for (const part of splitAtGaps(places)) {
    if (shape === 'area') fillBelow(page, part, base)
    drawThrough(page, part)
  }
  for (const place of places) if (place) doc.circle(place.x, place.y, days.length > 16 ? 1.6 : 2.4).fill(place.colour)
  drawEnds(page, days, base + 5, plotLeft, step)
}

/** A day without a value interrupts the line. */
function splitAtGaps(places: (Point | null)[]): Point[][] {
  const parts: Point[][] = [[]]
  for (const place of places) {
    if (place) parts.at(-1)?.push(place)
    else parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}

function fillBelow({ doc }: PdfPage, points: Point[], base: number): void {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || first === last) return
  doc.moveTo(first.x, base)
  for (const { x, y } of points) doc.lineTo(x, y)
  doc.lineTo(last.x, base).closePath().fillColor('#dbe7f7').fill()
}

function drawThrough({ doc }: PdfPage, points: Point[]): void {
  const [first, ...others] = points
  if (!first || others.length === 0) return
  doc.moveTo(first.x, first.y)
  for (const { x, y } of others) doc.lineTo(x, y)
  doc.lineWidth(1.4).lineJoin('round').stroke(colours.accent)
}

/** Labels of the first and the last day. */
function drawEnds(page: PdfPage, days: DayChart['days'], y: number, plotLeft: number, step: number): void {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return
  const firstWidth = widthOf(page.doc, first.text, styles.quiet)
  const lastWidth = widthOf(page.doc, last.text, styles.quiet)
  const firstX = Math.max(plotLeft, plotLeft + step / 2 - firstWidth / 2)
  const lastX = Math.min(right - lastWidth, right - step / 2 - lastWidth / 2)
  drawLines(page, [first.text], styles.quiet, firstX, y)
  drawLines(page, [last.text], styles.quiet, lastX, y)
}
