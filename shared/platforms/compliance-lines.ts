import { type LineFilter, placeholder } from '../diff/declared-differences.ts'
import { decodeText } from '../diff/decode-text.ts'
import { isPunctuation } from './is-punctuation.ts'
import { maskSalted } from './mask-salted.ts'
import { outlineText } from './outline-text.ts'
import type { Outline } from './platform.ts'

/** A line with the titles of the blocks that contain it, the outermost first. */
export interface PlacedLine {
  path: string[]
  text: string
}

/** Characters of a line that are shown, and blocks around it. */
const maxShown = 2_000
const maxDepth = 32

/** Characters of distinct lines, which bound the memory of a comparison. */
const maxCharacters = 64 * 1024 ** 2

/** Bodies of keys and certificates differ between devices. Without them, such lines also begin no blocks. */
const pemBegin = /-----BEGIN [A-Z0-9 ]+-----/
const pemEnd = /-----END [A-Z0-9 ]+-----/

/** Cisco IOS shows a certificate as lines of hexadecimal digits in a block. */
const certificate = /^certificate /
const hexadecimal = /^[\dA-F]{2,8}(?: [\dA-F]{2,8})*$/

/** An element of a JSON array or object has a comma unless it is the last. */
const jsonElement = /^(?:".*"|".*": (?:true|false|null|-?\d[\d.]*)|true|false|null|[\]}])(?=,$)/

/**
 * Identifies lines across the texts of devices by number, from 1. Lines are equal if their comparable texts are, and
 * those of the blocks that contain them. Indentation does not count.
 */
export class ComplianceLines {
  readonly #outline: Outline | undefined
  readonly #startText: () => LineFilter
  readonly #limit: number
  /** By block and line: its number, or 0 for a line that is not compared. */
  readonly #numbers = new Map<string, number>()
  readonly #blocks = [0]
  /** Names of the lines in `#numbers`: their own copies, because parts of a text would keep all of it in memory. */
  readonly #names = ['']
  #characters = 0
  /** The text that contained each line last, counted from 1. */
  #seenIn = new Int32Array(1024)
  #read = 0

  /**
   * @param startText returns the filter of the lines of a text, which have their indentation
   * @param limit maximum number of distinct lines
   */
  constructor(outline: Outline | undefined, startText: () => LineFilter, limit: number) {
    this.#outline = outline
    this.#startText = startText
    this.#limit = limit
  }

  /** Number of distinct lines plus one: line 0 is not used. */
  get size(): number {
    return this.#names.length
  }

  /**
   * Returns the lines of a normalised text, each once, and where each is first, counted from 1. Returns null if the
   * texts would have more distinct lines than the limit; its lines are then not to be counted.
   * @throws DeclaredTooSlow if the filter does
   */
  read(bytes: Uint8Array): { lines: Int32Array; at: Int32Array } | null {
    const lines = withoutKeys(decodeText(bytes).split('\n'))
    const blocks = this.#outline ? outlineText(this.#outline, lines.join('\n')) : []
    const numbers: number[] = []
    const at: number[] = []
    const open: { end: number; number: number; isCertificate: boolean }[] = []
    const filter = this.#startText()
    let next = 0
    this.#read++
    for (const [index, raw] of lines.entries()) {
      while (open.length > 0 && open.at(-1)!.end <= index) open.pop()
      const block = blocks[next]?.line === index + 1 ? blocks[next++] : undefined
      const line = raw.trim()
      if (!block && isWithoutMeaning(line)) continue
      if (open.at(-1)?.isCertificate && hexadecimal.test(line)) continue
      const parent = open.at(-1)?.number ?? 0
      const number = this.#number(parent, raw.trimEnd(), filter)
      if (this.#numbers.size > 2 * this.#limit || this.#characters > maxCharacters) return null
      if (block) {
        const isCertificate = certificate.test(line)
        open.push({ end: index + block.lines, number: number || this.#add(parent, line), isCertificate })
      }
      if (number === 0 || isWithoutMeaning(line) || !this.#isFirstInText(number)) continue
      numbers.push(number)
      at.push(index + 1)
    }
    return { lines: Int32Array.from(numbers), at: Int32Array.from(at) }
  }

  /** Returns the beginning of a line, and those of its blocks. */
  show(number: number): PlacedLine {
    const path: string[] = []
    let block = this.#blocks[number]!
    for (; block > 0 && path.length < maxDepth; block = this.#blocks[block]!) path.push(this.#showText(block))
    return { path: path.reverse(), text: this.#showText(number) }
  }

  #showText(number: number): string {
    const name = this.#names[number]!
    const text = name.slice(name.indexOf('\t') + 1)
    return text.slice(0, maxShown).replaceAll(placeholder, '…')
  }

  #number(block: number, line: string, filter: LineFilter): number {
    const name = `${block}\n${line}`
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const text = filter(line)
    const number = text === null ? 0 : this.#add(block, maskSalted(withoutComma(text.trim())))
    this.#store(name, number)
    return number
  }

  #add(block: number, text: string): number {
    const name = `${block}\t${text}`
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.size
    this.#blocks.push(block)
    this.#names.push(name)
    this.#store(name, number)
    return number
  }

  #store(name: string, number: number): void {
    this.#numbers.set(name, number)
    this.#characters += name.length
  }

  #isFirstInText(number: number): boolean {
    if (number >= this.#seenIn.length) {
      const longer = new Int32Array(2 * number)
      longer.set(this.#seenIn)
      this.#seenIn = longer
    }
    if (this.#seenIn[number] === this.#read) return false
    this.#seenIn[number] = this.#read
    return true
  }
}

function isWithoutMeaning(line: string): boolean {
  return isPunctuation(line) || line === '{' || line === '['
}

function withoutComma(text: string): string {
  return text.endsWith(',') ? (jsonElement.exec(text)?.[0] ?? text) : text
}

/** Replaces the lines after the first of a key or certificate by blank ones, up to its end. */
function withoutKeys(lines: string[]): string[] {
  let isInKey = false
  return lines.map((line) => {
    const isBody = isInKey
    isInKey = isInKey ? !pemEnd.test(line) : pemBegin.test(line) && !pemEnd.test(line)
    return isBody ? '' : line
  })
}
