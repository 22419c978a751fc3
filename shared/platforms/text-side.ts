import { decodeText } from '../diff/decode-text.ts'
import type { Lines } from '../diff/split-lines.ts'
import type { ChangedLine } from './describe-blocks.ts'
import { maskedSecret, markKeyLines } from './mask-secrets.ts'
import { type TextBlock, outlineText } from './outline-text.ts'
import type { Outline } from './platform.ts'
import { hideValue, readableLine, secretTitle } from './readable-line.ts'

export type ReadLine = ChangedLine & {
  masked: string
  /** Titles of the blocks that contain it, the outermost first. */
  path: readonly string[]
  /** Whether it is in more blocks than are read; the path lacks the outer ones. */
  isTooDeep: boolean
  /** Whether it begins a block of which every line was added, or removed. */
  isWholeBlock: boolean
  /** Whether it is a further line of such a block. */
  isInWholeBlock: boolean
}

/** A block within the block around it. The title is read once. */
interface Place {
  block: TextBlock
  parent: Place | null
  title?: string
  isSecret?: boolean
}

/** Characters of a line in which secrets are searched. The rest of a longer line is not shown. */
const maxLineLength = 2_000

/** Blocks around a line that are read. A real configuration has fewer levels. */
const maxDepth = 32

/** One text of a comparison, whose changed lines are read in order. */
export class TextSide {
  readonly #lines: readonly string[]
  readonly #marks: Uint8Array
  readonly #start: number
  readonly #mask: (line: string) => string
  readonly #isInKey: Uint8Array | null
  readonly #places: readonly Place[]
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
    this.#places = outline ? nestBlocks(outlineText(outline, text)) : []
  }

  /** Yields the lines from a number on, counted from 0. Calls must be in order. */
  *read(from: number, count: number): Generator<ReadLine> {
    for (let at = from; at < from + count; at++) {
      const innermost = this.#placeAt(at)
      const own = innermost?.block.line === at + 1 ? innermost.block : null
      const isInWholeBlock = at < this.#wholeUntil
      const isWholeBlock = !isInWholeBlock && own !== null && this.#isWhole(own)
      if (isWholeBlock) this.#wholeUntil = endOf(own)
      const raw = this.#lines[at]!.trimEnd()
      const masked = this.#maskLine(at)
      const { places, isTooDeep } = around(own ? innermost!.parent : innermost)
      for (const place of places) this.#readTitle(place)
      const path = places.map(({ title }) => title!).filter((title) => title !== '')
      const shown = readableLine(masked)
      const isHidden = places.some(({ isSecret }) => isSecret)
      yield { raw, masked, shown: isHidden ? hideValue(shown) : shown, path, isTooDeep, isWholeBlock, isInWholeBlock }
    }
  }

  /** Returns the innermost block that contains a line. */
  #placeAt(at: number): Place | null {
    let [low, high] = [0, this.#places.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#places[middle]!.block.line - 1 <= at) low = middle + 1
      else high = middle
    }
    let place = this.#places[low - 1] ?? null
    while (place && endOf(place.block) <= at) place = place.parent
    return place
  }

  #readTitle(place: Place): void {
    if (place.title !== undefined) return
    place.title = readableLine(this.#maskLine(place.block.line - 1))
    place.isSecret = secretTitle.test(place.block.title.slice(0, maxLineLength))
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

function nestBlocks(blocks: readonly TextBlock[]): Place[] {
  let open: Place | null = null
  return blocks.map((block) => {
    while (open && endOf(open.block) < block.line) open = open.parent
    open = { block, parent: open }
    return open
  })
}

/** Returns the block and those around it, the outermost first. */
function around(innermost: Place | null): { places: Place[]; isTooDeep: boolean } {
  const places: Place[] = []
  let place = innermost
  for (; place && places.length < maxDepth; place = place.parent) places.push(place)
  return { places: places.reverse(), isTooDeep: place !== null }
}

/** The line after a block, counted from 0. */
function endOf({ line, lines }: TextBlock): number {
  return line - 1 + lines
}
