import { writeCell } from '../../../shared/inventory/csv-cells.ts'

const painted = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
] as const
const written = ['font-family', 'font-size', 'font-weight'] as const

/** Returns a drawing as an SVG file with its current colours and fonts, on the background of the page. */
export function svgFile(drawing: SVGSVGElement): Blob {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll('*')
  for (const [at, element] of copy.querySelectorAll('*').entries()) {
    const style = getComputedStyle(originals[at]!)
    for (const name of element.tagName === 'text' ? [...painted, ...written] : painted)
      element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const { backgroundColor } = getComputedStyle(document.body)
  copy.setAttribute('style', `background:${backgroundColor}`)
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })
}

/** Returns data as a CSV file, which spreadsheets open in UTF-8. */
export function csvFile(columns: readonly string[], rows: readonly (readonly string[])[]): Blob {
  const lines = [columns, ...rows].map((cells) => `${cells.map(writeCell).join(',')}\r\n`)
  return new Blob(['\ufeff', ...lines], { type: 'text/csv' })
}
