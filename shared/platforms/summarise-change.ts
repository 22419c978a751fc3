import type { Comparison } from '../diff/compare-lines.ts'
import { decodeText } from '../diff/decode-text.ts'
import { hunksOf } from '../diff/line-diff.ts'
import { magnitudeOf } from '../diff/magnitude.ts'
import type { Lines } from '../diff/split-lines.ts'
import { type MessageOf, message } from '../messages/message.ts'
import { createLineMask, markKeyLines, maskedSecret } from './mask-secrets.ts'
import { type TextBlock, outlineText } from './outline-text.ts'
import { type BlockChange, type ChangedLine, describeBlocks } from './describe-blocks.ts'
import type { Outline, Platform } from './platform.ts'
import { hideValue, readableLine, secretTitle } from './readable-line.ts'

export interface ChangeSummary {
  message: MessageOf<'summary'>
  /**
   * Changed lines with the blocks that contain them, in order: equal changes of different texts have the same. Secrets are
   * masked as the platform knows them. Null for a change above the limits, of which only the lines are counted.
   */
  identity: string | null
}

/** Limits of the time that a summary takes: longer texts and larger changes have counts only. */
const maxTextBytes = 4 * 1024 * 1024
const maxChangedLines = 400

/** Characters of a line in which secrets are searched. The rest of a longer line is not shown. */
const maxLineLength = 2_000

/** Returns what changed between two texts that are normalised by the rules of the platform. Secrets are masked. */
export function summariseChange(platform: Platform, comparison: Comparison): ChangeSummary {
  const { a, b } = comparison
  const { added, removed } = magnitudeOf(comparison)
  if (added + removed > maxChangedLines || a.bytes.length + b.bytes.length > maxTextBytes) {
    return { message: message('summary', { changes: [message('summary_lines_changed', { added, removed })] }), identity: null } // prettier-ignore
  }
  const mask = createLineMask(platform)
  const before = new TextSide(a, comparison.removed, comparison.start, platform.outline, mask)
  const after = new TextSide(b, comparison.added, comparison.start, platform.outline, mask)
  const changes = new Map<string, BlockChange>()
  const identity: string[] = []
  const changeIn = (path: readonly string[]): BlockChange => {
    const name = path.join('\n')
    const known = changes.get(name)
    if (known) return known
    const change: BlockChange = { path, removedBlocks: [], addedBlocks: [], removed: [], added: [] }
    changes.set(name, change)
    return change
  }
  for (const { aStart, aLength, bStart, bLength } of hunksOf(comparison)) {
    for (const line of before.read(aStart, aLength)) {
      identity.push(`-${line.path.join('\n')}\n ${line.masked}`)
      if (line.isInWholeBlock) continue
      const { removed: lines, removedBlocks } = changeIn(line.path)
      if (line.isWholeBlock) removedBlocks.push(line)
      else lines.push(line)
    }
    for (const line of after.read(bStart, bLength)) {
      identity.push(`+${line.path.join('\n')}\n ${line.masked}`)
      if (line.isInWholeBlock) continue
      const { added: lines, addedBlocks } = changeIn(line.path)
      if (line.isWholeBlock) addedBlocks.push(line)
      else lines.push(line)
    }
  }
  return { message: describeBlocks([...changes.values()], { added, removed }), identity: identity.join('\n') }
}

type ReadLine = ChangedLine & {
  masked: string
  /** Titles of the blocks that contain it, the outermost first. */
  path: readonly string[]
  /** Whether it begins a block of which every line was added, or removed. */
  isWholeBlock: boolean
  /** Whether it is a further line of such a block. */
  isInWholeBlock: boolean
}

/** One text of a comparison, whose changed lines are read in order. */
class TextSide {
  readonly #lines: readonly string[]
  readonly #marks: Uint8Array
  readonly #start: number
  readonly #mask: (line: string) => string
  readonly #isInKey: Uint8Array | null
  readonly #blocks: readonly TextBlock[]
  #nextBlock = 0
  #open: TextBlock[] = []
  #wholeUntil = 0

  constructor(
    lines: Lines,
    marks: Uint8Array,
    start: number,
    outline: Outline | undefined,
    mask: (line: string) => string,
  ) {
    const text = decodeText(lines.bytes)
    this.#lines = text.split('\n')
    this.#marks = marks
    this.#start = start
    this.#mask = mask
    this.#isInKey = text.includes('PRIVATE KEY-----') ? markKeyLines(this.#lines) : null
    this.#blocks = outline ? outlineText(outline, text) : []
  }

  /** Yields the lines from a number on, counted from 0. Calls must be in order. */
  *read(from: number, count: number): Generator<ReadLine> {
    for (let at = from; at < from + count; at++) {
      const own = this.#moveTo(at)
      const isInWholeBlock = at < this.#wholeUntil
      const isWholeBlock = !isInWholeBlock && own !== undefined && this.#isWhole(own)
      if (isWholeBlock) this.#wholeUntil = endOf(own)
      const raw = this.#lines[at]!.trimEnd()
      const masked = this.#maskLine(at)
      const around = this.#open.filter((block) => block !== own)
      const path = around.map((block) => readableLine(this.#maskLine(block.line - 1))).filter((title) => title !== '')
      const isHidden = around.some(({ title }) => secretTitle.test(title))
      const shown = isHidden ? hideValue(readableLine(masked)) : readableLine(masked)
      yield { raw, masked, shown, path, isWholeBlock, isInWholeBlock }
    }
  }

  /** Opens the blocks around a line. Returns the one that it begins. */
  #moveTo(at: number): TextBlock | undefined {
    for (
      let block = this.#blocks[this.#nextBlock];
      block && block.line - 1 <= at;
      block = this.#blocks[this.#nextBlock]
    ) {
      this.#open = this.#open.filter((one) => endOf(one) > block!.line - 1)
      this.#open.push(block)
      this.#nextBlock++
    }
    this.#open = this.#open.filter((block) => endOf(block) > at)
    const last = this.#open.at(-1)
    return last?.line === at + 1 ? last : undefined
  }

  #isWhole(block: TextBlock): boolean {
    const from = block.line - 1 - this.#start
    return this.#marks.subarray(from, from + block.lines).every((mark) => mark === 1)
  }

  #maskLine(at: number): string {
    if (this.#isInKey?.[at]) return maskedSecret
    const line = this.#lines[at]!.trimEnd()
    return this.#mask(line.slice(0, maxLineLength)) + line.slice(maxLineLength)
  }
}

/** The line after a block, counted from 0. */
function endOf({ line, lines }: TextBlock): number {
  return line - 1 + lines
}
