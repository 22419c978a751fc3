import { decodeText } from '../diff/decode-text.ts'
import type { Lines } from '../diff/split-lines.ts'
import type { ChangedLine } from './describe-blocks.ts'
import { maskedSecret, markKeyLines } from './mask-secrets.ts'
import { type TextMask, createPlainMask } from './mask-text.ts'
import { type TextBlock, outlineText } from './outline-text.ts'
import type { Platform } from './platform.ts'
import { hideValue, readableLine, isSecretTitle } from './readable-line.ts'
import { maskSalted } from './mask-salted.ts'

export type ReadLine = ChangedLine & {
  /** It and the titles of the blocks that contain it, of which only values that devices salt are masked. */
  identity: readonly string[]
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
  identity?: string
  isSecret?: boolean
}

/** Characters of a line in which secrets are searched. The rest of a longer line is not shown. */
const maxLineLength = 2_000

/** Blank lines that are skipped to find the next line. */
const maxBlank = 20
const blank = /^\s*[!#]?\s*$/

/** Values of a list that are read to find its title. */
const maxListed = 100

/** Blocks around a line that are read. A real configuration has fewer levels. */
const maxDepth = 32

/** One text of a comparison, whose changed lines are read in order. */
export class TextSide {
  readonly #lines: readonly string[]
  readonly #marks: Uint8Array
  readonly #start: number
  readonly #platform: Platform
  /** The lines with their secrets masked, also those that go on in several lines. */
  readonly #masked: readonly string[]
  readonly #isInKey: Uint8Array | null
  readonly #places: readonly Place[]
  #wholeUntil = 0

  constructor(lines: Lines, marks: Uint8Array, start: number, platform: Platform) {
    const text = decodeText(lines.bytes)
    this.#lines = text.split('\n')
    this.#marks = marks
    this.#start = start
    this.#platform = platform
    this.#masked = decodeText(maskFor(platform)(lines.bytes)).split('\n')
    this.#isInKey = text.includes('PRIVATE KEY-----') ? markKeyLines(this.#lines) : null
    const { outline } = platform
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
      const lines = isWholeBlock ? own.lines : 1
      const raw = this.#lines
        .slice(at, at + lines)
        .join('\n')
        .trimEnd()
      const { places, isTooDeep } = around(own ? innermost!.parent : innermost)
      for (const [depth, place] of places.entries()) this.#readTitle(place, places.slice(0, depth))
      const path = places.map(({ title }) => title!).filter((title) => title !== '')
      const identity = [...places.map(({ identity: title }) => title!), this.#identify(at)]
      const readable = this.#readLine(at, places)
      const shown = places.some(({ isSecret }) => isSecret) || this.#isInSecretList(at) ? hideValue(readable) : readable
      yield { raw, identity, shown, path, isTooDeep, isWholeBlock, isInWholeBlock }
    }
  }

  /**
   * Returns the unchanged lines, or titles of blocks, before and after lines of the same block: their place in it. Outside of blocks,
   * only lines with the same first two words have an order.
   */
  neighbours(from: number, count: number): [before: string, after: string] {
    const innermost = this.#placeAt(from)
    const place = innermost?.block.line === from + 1 ? innermost.parent : innermost
    const before = this.#skipBlank(from - 1, -1)
    const isFirst = before < (place?.block.line ?? 0)
    let last = this.#placeAt(from + count - 1)
    while (last && last.block.line > from) last = last.parent
    const after = this.#skipBlank(from + count, 1)
    const isLast = after >= (last ? endOf(last.block) : this.#lines.length)
    return [
      isFirst ? '' : this.#nameNeighbour(from, this.#siblingAt(before, place), place),
      isLast ? '' : this.#nameNeighbour(from + count - 1, after, last),
    ]
  }

  /** Returns the first line of what contains a line directly within a block. */
  #siblingAt(at: number, parent: Place | null): number {
    let place = this.#placeAt(at)
    while (place && place.parent !== parent) place = place.parent
    return place ? place.block.line - 1 : at
  }

  #nameNeighbour(at: number, neighbour: number, place: Place | null): string {
    if (!place && this.#platform.outline) {
      const words = this.#firstWords(at)
      if (words === null || words !== this.#firstWords(neighbour)) return ''
    }
    return this.#identify(neighbour)
  }

  /** Null for a line in a block, or of which a block begins. */
  #firstWords(at: number): string | null {
    return this.#placeAt(at) ? null : this.#lines[at]!.slice(0, maxLineLength).split(/\s+/, 2).join(' ')
  }

  #skipBlank(from: number, step: number): number {
    let at = from
    while (Math.abs(at - from) < maxBlank && blank.test(this.#lines[at]?.slice(0, 100) ?? 'x')) at += step
    return at
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

  #readTitle(place: Place, within: readonly Place[]): void {
    if (place.title !== undefined) return
    const at = place.block.line - 1
    place.title = this.#readLine(at, within)
    place.identity = this.#identify(at)
    place.isSecret = isSecretTitle(place.block.title.slice(0, maxLineLength), this.#isPolicy(at, within))
  }

  #isWhole(block: TextBlock): boolean {
    const from = block.line - 1 - this.#start
    return this.#marks.subarray(from, from + block.lines).every((mark) => mark === 1)
  }

  #readLine(at: number, within: readonly Place[]): string {
    const isPolicy = this.#isPolicy(at, within)
    const isPlain = isPolicy && /^\s*community /.test(this.#lines[at]!)
    return readableLine(isPlain ? this.#lines[at]! : this.#masked[at]!.trimEnd().slice(0, maxLineLength), isPolicy)
  }

  /** Whether a line is a value in a list with a secret title, such as `"psks": [`, of which the outline has no block. */
  #isInSecretList(at: number): boolean {
    for (let line = at; line >= 0 && at - line < maxListed; line--) {
      const text = this.#lines[line]!.slice(0, maxLineLength).trim()
      if (line < at && text.endsWith('[')) return isSecretTitle(text, false)
      if (/[\s\]{}]/.test(text) && !/^".*",?$/.test(text)) return false
    }
    return false
  }

  /** Whether a community of a line is not a secret: in Junos, outside of SNMP. */
  #isPolicy(at: number, within: readonly Place[]): boolean {
    if (this.#platform.id !== 'routeco_junos') return false
    if (within.length === 0) return /^(?:set|delete) policy-options /.test(this.#lines[at]!)
    return !within.some(({ block }) => /\bsnmp\b/.test(block.title.slice(0, maxLineLength)))
  }

  #identify(at: number): string {
    if (this.#isInKey?.[at]) return maskedSecret
    const line = this.#lines[at]!.trimEnd()
    return maskSalted(line.slice(0, maxLineLength)) + line.slice(maxLineLength)
  }
}

const masks = new WeakMap<Platform, TextMask>()

function maskFor(platform: Platform): TextMask {
  const known = masks.get(platform) ?? createPlainMask(platform)
  masks.set(platform, known)
  return known
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
