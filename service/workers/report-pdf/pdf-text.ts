import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import createBidi from 'bidi-js'
import { shortenText } from '../../../shared/messages/shorten-text.ts'

export type PdfDocument = PDFKit.PDFDocument

export interface TextStyle {
  font: 'regular' | 'bold'
  size: number
  colour: string
}

/** A part of a text that is written in one direction. */
interface Run {
  text: string
  /** With replaced and mirrored characters. */
  shown: string
  /** Odd from right to left: the font then arranges the run as a whole, otherwise word by word. */
  level: number
  /** Of its letters; null before the first one. */
  script: 'arabic' | 'other' | null
  /** Whether the font lacks its characters. */
  isMissing: boolean
}

const bidi = createBidi()
const locate = createRequire(import.meta.url)
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Replaces a character that the font lacks. */
export const missingGlyph = '▯'

const lineHeight = 1.35

/** Reads the fonts, in every form of the service from its node_modules. */
export async function readFonts(): Promise<Record<TextStyle['font'], Buffer>> {
  const [regular, bold] = await Promise.all(
    ['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'].map((name) =>
      readFile(locate.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)),
    ),
  )
  return { regular: regular!, bold: bold! }
}

export function heightOfLines(count: number, { size }: TextStyle): number {
  return count * size * lineHeight
}

/**
 * Returns the lines of a text within a width, with the spaces at which it is broken: readers join the lines. Words that are longer than a line are broken. If more than `maxLines` are
 * needed, the last one ends with an ellipsis.
 */
export function wrapText(doc: PdfDocument, text: string, style: TextStyle, width: number, maxLines = 1000): string[] {
  const fits = (line: string) => widthOf(doc, line, style) <= width
  const fitsApproximately = (line: string) => approximateWidth(doc, line, style) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<= )/)) {
    if (fits((line + word).trimEnd())) {
      line += word
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const part of fits(word.trimEnd()) ? [word] : breakWord(word, fitsApproximately)) {
      if (line) lines.push(line)
      line = part
    }
    if (lines.length > maxLines) break
  }
  if (line) lines.push(line.trimEnd())
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines - 1), cut((lines[maxLines - 1] ?? '').trimEnd(), fits)]
}

/** Breaks after a punctuation mark of a name if there is one in the second half of the line. */
function breakWord(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part && !fits(part + segment)) {
      const natural = /^.*[-./_:@]/.exec(part)?.[0] ?? ''
      const taken = natural.length > part.length / 2 ? natural : part
      parts.push(taken)
      part = part.slice(taken.length)
    }
    part += segment
  }
  return [...parts, part]
}

const charWidths = new WeakMap<PdfDocument, Map<string, number>>()

/** Returns the sum of the widths of the characters in points, which a word is broken by. */
function approximateWidth(doc: PdfDocument, text: string, style: TextStyle): number {
  const widths = charWidths.get(doc) ?? new Map<string, number>()
  charWidths.set(doc, widths)
  return [...text].reduce((sum, char) => {
    const key = `${style.font} ${char}`
    const width = widths.get(key) ?? widthOf(doc, char, style) / style.size
    widths.set(key, width)
    return sum + width * style.size
  }, 0)
}

function cut(line: string, fits: (text: string) => boolean): string {
  let length = line.length + 1
  while (length > 1 && !fits(shortenText(`${line}…`, length))) length -= 1
  return shortenText(`${line}…`, length)
}

/** Returns the width of a line in points. */
export function widthOf(doc: PdfDocument, line: string, style: TextStyle): number {
  select(doc, style)
  return splitRuns(doc, line).reduce((width, run) => width + widthOfRun(doc, run), 0)
}

/** Words do not change each other's width, so each is arranged once, and then taken from the cache of the document. */
function widthOfRun(doc: PdfDocument, { shown }: Run): number {
  return doc.widthOfString(shown)
}

/**
 * Draws one line at its top left corner, in the order in which it is read. Readers and search get the actual characters
 * of those that are replaced.
 * @returns whether the font lacks a character
 */
export function drawLine(doc: PdfDocument, line: string, style: TextStyle, x: number, y: number): boolean {
  select(doc, style)
  const runs = splitRuns(doc, line)
  let at = x
  for (const run of reorderRuns(runs)) {
    const textWidth = widthOfRun(doc, run)
    if (run.isMissing) doc.markContent('Span', { actual: run.text })
    const options = { lineBreak: false, textWidth, ...(run.level % 2 === 1 && { features: [] }) }
    doc.fillColor(style.colour).text(run.shown, at, y, options)
    if (run.isMissing) doc.endMarkedContent()
    at += textWidth
  }
  return runs.some(({ isMissing }) => isMissing)
}

/**
 * Returns the text of lines for readers that take it from the structure; undefined if the drawn characters are the text, in
 * the order of reading.
 */
export function readableText(doc: PdfDocument, lines: string[], style: TextStyle): string | undefined {
  select(doc, style)
  const text = lines.join('')
  return splitRuns(doc, text).some(({ isMissing, level }) => isMissing || level > 0) ? text : undefined
}

function select(doc: PdfDocument, { font, size }: TextStyle) {
  doc.font(font).fontSize(size)
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\ud802\ud803\ud83a\ud83b]/
const letter = /\p{L}/u
const arabic = /\p{Script=Arabic}/u

/**
 * Brackets of runs from right to left are mirrored. Such a run has letters of one script, which the font arranges. The
 * direction of the line is that of its first letter.
 */
function splitRuns(doc: PdfDocument, text: string): Run[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [{ text, shown: text, level: 0, script: null, isMissing: false }]
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } })._font
  const levels = rightToLeft.test(text) ? bidi.getEmbeddingLevels(text, 'auto').levels : null
  const runs: Run[] = []
  let index = 0
  for (const char of text) {
    const level = levels?.[index] ?? 0
    index += char.length
    const isMissing = !font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(char) ?? char) : char
    const shown = isMissing ? missingGlyph : mirrored
    const script = level % 2 === 1 && letter.test(char) ? (arabic.test(char) ? 'arabic' : 'other') : null
    const last = runs.at(-1)
    const isOfScript = script === null || last?.script === null || last?.script === script
    if (last?.level === level && last.isMissing === isMissing && isOfScript) {
      last.text += char
      last.shown += shown
      last.script ??= script
    } else runs.push({ text: char, shown, level, script, isMissing })
  }
  return runs
}

/** Reverses, from the highest level to the lowest odd one, each sequence of runs of at least this level. */
function reorderRuns(runs: Run[]): Run[] {
  let ordered = [...runs]
  for (let level = Math.max(...runs.map((run) => run.level)); level >= 1; level -= 1) {
    const next: Run[] = []
    let reversed: Run[] = []
    for (const run of ordered) {
      if (run.level >= level) reversed = [run, ...reversed]
      else {
        next.push(...reversed, run)
        reversed = []
      }
    }
    ordered = [...next, ...reversed]
  }
  return ordered
}
