import { DeclaredTooSlow, type LineFilter } from '../diff/declared-differences.ts'
import { ComplianceLines, type PlacedLine } from './compliance-lines.ts'
import type { Outline } from './platform.ts'

/**
 * `golden`: a line of the golden text. `common`: another line, which more than half of the devices have. `rare`: another
 * line, which fewer have. Without a golden text, common lines take its place.
 */
export type LineKind = 'golden' | 'common' | 'rare'

/** A line in which devices differ from each other, or from the golden text. */
export interface ComplianceLine extends PlacedLine {
  kind: LineKind
  /** Its first place in the golden text, from 1; null for another line. */
  line: number | null
  /** Number of devices that have it. */
  having: number
  /** Whether the outliers are those without it; otherwise those with it. */
  isLacking: boolean
  outliers: number
  /** Indexes of the outliers; null if they are more than are listed. */
  outlierIndexes: number[] | null
}

export interface DeviceComparison {
  /** How each text differs from the golden one, or from the common lines, in the order of the texts. */
  texts: { missing: number; extra: number }[]
  /** Numbers of distinct lines. `everywhere`: golden lines that all texts contain; without a golden text, common ones. */
  totals: Record<LineKind | 'everywhere', number>
  /** At most `maxLines`: those that match the choice, fewest outliers first. */
  lines: ComplianceLine[]
  /** Number of lines that match the choice. */
  matching: number
  stopped: ComparisonStop | null
}

/** Why the last texts were not compared: their time, their distinct lines, or slow patterns of declared differences. */
export type ComparisonStop = 'time' | 'lines' | 'patterns'

/** Which lines are listed. */
export interface LineChoice {
  kinds: readonly LineKind[]
  /** Only lines in which this text differs. */
  text?: number
  /** Only this line of the golden text. */
  line?: number
  maxLines: number
  /** Outliers listed for each line. */
  maxOutliers: number
}

export interface ComparisonOptions {
  outline: Outline | undefined
  /** Returns the filter of the lines of a text. */
  startText: () => LineFilter
  choice: LineChoice
  /** Returns whether the time is over: the remaining texts are then not compared. */
  isOver: () => boolean
}

/** Distinct lines of all texts, which bound the memory of a comparison: 250 for each of 2,000 devices. */
const maxDistinctLines = 500_000

/**
 * Compares normalised texts of a platform with a golden one, or with what most of them contain, line by line. Lines are
 * compared within their blocks, without their order; a repeated line counts once. Salted hashes are masked.
 * @param golden null: lines of more than half of the texts are expected
 * @param texts are read in order, each once
 */
export function compareDevices(
  golden: Uint8Array | null,
  texts: Iterable<Uint8Array>,
  { outline, startText, choice, isOver }: ComparisonOptions,
  limit = maxDistinctLines,
): DeviceComparison {
  const known = new ComplianceLines(outline, startText, limit)
  const expected = golden && readText(known, golden)
  if (typeof expected === 'string')
    return describeComparison(known, { golden: null, texts: [], stopped: expected, choice })
  const read: Int32Array[] = []
  let stopped: ComparisonStop | null = null
  for (const text of texts) {
    const found = isOver() ? 'time' : readText(known, text)
    if (typeof found === 'string') {
      stopped = found
      break
    }
    read.push(found.lines)
  }
  return describeComparison(known, { golden: expected, texts: read, stopped, choice })
}

function readText(known: ComplianceLines, text: Uint8Array): { lines: Int32Array; at: Int32Array } | ComparisonStop {
  try {
    return known.read(text) ?? 'lines'
  } catch (error) {
    if (error instanceof DeclaredTooSlow) return 'patterns'
    throw error
  }
}

interface ReadTexts {
  golden: { lines: Int32Array; at: Int32Array } | null
  texts: Int32Array[]
  stopped: ComparisonStop | null
  choice: LineChoice
}

function describeComparison(known: ComplianceLines, { golden, texts, stopped, choice }: ReadTexts): DeviceComparison {
  const having = new Int32Array(known.size)
  for (const lines of texts) for (const line of lines) having[line]!++
  const place = new Int32Array(known.size)
  golden?.lines.forEach((line, index) => (place[line] = golden.at[index]!))
  const kindOf = (line: number): LineKind =>
    place[line]! > 0 ? 'golden' : 2 * having[line]! > texts.length ? 'common' : 'rare'
  const totals = { golden: 0, common: 0, rare: 0, everywhere: 0 }
  const base: LineKind = golden ? 'golden' : 'common'
  for (let line = 1; line < known.size; line++) {
    if (having[line] === 0 && place[line] === 0) continue
    const kind = kindOf(line)
    totals[kind]++
    if (kind === base && texts.length > 0 && having[line] === texts.length) totals.everywhere++
  }
  const all = { having, place, kindOf, base, texts }
  const chosen = chooseLines(all, choice)
  const shown = chosen.slice(0, choice.maxLines)
  const outliers = listOutliers(all, shown, choice.maxOutliers)
  return {
    texts: texts.map((lines) => {
      const had = lines.reduce((count, line) => (kindOf(line) === base ? count + 1 : count), 0)
      return { missing: totals[base] - had, extra: lines.length - had }
    }),
    totals,
    lines: shown.map((line, index) => ({
      ...known.show(line.number),
      ...{ kind: line.kind, line: place[line.number] || null, having: having[line.number]! },
      ...{ isLacking: line.isLacking, outliers: line.outliers, outlierIndexes: outliers[index] ?? null },
    })),
    matching: chosen.length,
    stopped,
  }
}

interface ChosenLine {
  number: number
  kind: LineKind
  isLacking: boolean
  outliers: number
}

interface CountedLines {
  having: Int32Array
  /** First place in the golden text; 0 for another line. */
  place: Int32Array
  kindOf: (line: number) => LineKind
  base: LineKind
  texts: Int32Array[]
}

/** A line that every device has as expected is left out. Rare lines come last, those of most devices first. */
function chooseLines({ having, place, kindOf, base, texts }: CountedLines, choice: LineChoice): ChosenLine[] {
  const total = texts.length
  const own = choice.text === undefined ? null : new Set(texts[choice.text] ?? [])
  const chosen: ChosenLine[] = []
  for (let number = 1; number < having.length; number++) {
    const count = having[number]!
    if (choice.line !== undefined && place[number] !== choice.line) continue
    if (count === 0 && place[number] === 0) continue
    const kind = kindOf(number)
    if (!choice.kinds.includes(kind)) continue
    const isLacking = kind !== 'rare'
    const outliers = isLacking ? total - count : count
    if (kind === base && outliers === 0 && choice.line === undefined) continue
    if (own && own.has(number) === (kind === base)) continue
    chosen.push({ number, kind, isLacking, outliers })
  }
  const rank = ({ kind, outliers }: ChosenLine) => (kind === 'rare' ? [1, -outliers] : [0, outliers])
  return chosen.sort((a, b) => {
    const [[aLast, aOrder], [bLast, bOrder]] = [rank(a), rank(b)] as [[number, number], [number, number]]
    return aLast - bLast || aOrder - bOrder || a.number - b.number
  })
}

/** Returns the outliers of each line that has few enough of them. */
function listOutliers({ texts, having }: CountedLines, lines: ChosenLine[], most: number): (number[] | undefined)[] {
  const found = lines.map(({ outliers }): number[] | undefined => (outliers <= most ? [] : undefined))
  const listed = lines.flatMap((line, index) => (found[index] ? [{ ...line, found: found[index] }] : []))
  const hadBy = new Int32Array(having.length)
  for (const [index, text] of texts.entries()) {
    for (const line of text) hadBy[line] = index + 1
    for (const { number, isLacking, found: list } of listed) {
      if ((hadBy[number] === index + 1) !== isLacking) list.push(index)
    }
  }
  return found
}
