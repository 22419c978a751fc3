import { type MessageOf, type ParamsArgument, message } from '../messages/message.ts'

/** A range of code units, both ends included. */
export type CodeRange = readonly [number, number]

/** A parsed pattern. */
export type PatternNode =
  | { kind: 'set'; ranges: CodeRange[]; isNegated?: boolean }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'either'; options: PatternNode[] }
  | { kind: 'repeat'; of: PatternNode; min: number; max: number; isLazy?: true }
  | { kind: 'group'; of: PatternNode; index: number; name?: string }
  | { kind: 'assert'; what: Assertion }

/** The start or end of a line, a word boundary (`\b`), or any other position (`\B`). */
export type Assertion = 'start' | 'end' | 'boundary' | 'inside'

/** Why a pattern is not supported. */
export type PatternErrorCode =
  | 'is_empty'
  | 'not_unicode'
  | 'pattern_backreference'
  | 'pattern_bracket_unmatched'
  | 'pattern_class_open'
  | 'pattern_count_reversed'
  | 'pattern_count_too_high'
  | 'pattern_ends_in_backslash'
  | 'pattern_escape_unknown'
  | 'pattern_group_open'
  | 'pattern_group_repeated'
  | 'pattern_group_unknown'
  | 'pattern_groups_too_deep'
  | 'pattern_has_line_end'
  | 'pattern_lookaround'
  | 'pattern_nothing_to_repeat'
  | 'pattern_range_reversed'
  | 'pattern_too_large'

/** A pattern that is not supported. Positions in `reason` count characters from 1. */
export class UnsupportedPattern<Code extends PatternErrorCode = PatternErrorCode> extends Error {
  override name = 'UnsupportedPattern'
  readonly reason: MessageOf<PatternErrorCode>

  constructor(code: Code, ...params: ParamsArgument<Code>) {
    super(code)
    this.reason = message(code, ...params) as MessageOf<PatternErrorCode>
  }
}

/** The highest count of `{m,n}`. */
export const maxCounted = 1_000

/** Maximum nesting of groups. */
const maxDepth = 50

/** The characters of `\w`: ASCII, as in ECMAScript without flags. */
export const wordRanges: CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]

/**
 * Parses a pattern in ECMAScript syntax (ECMA-262 §22.2.1 with annex B, no flags), except what cannot be matched in a
 * time bounded by the text's length: backreferences, lookahead and lookbehind.
 * @throws UnsupportedPattern
 */
export function parsePattern(pattern: string): PatternNode {
  return new PatternParser(pattern).parse()
}

/** A recursive descent parser. Each method reads one production from where the last one ended. */
class PatternParser {
  readonly #pattern: string
  #at = 0
  #depth = 0
  #groups = 0
  readonly #names = new Set<string>()

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  get #next(): string | undefined {
    return this.#pattern[this.#at]
  }

  parse(): PatternNode {
    const node = this.#readAlternatives()
    if (this.#at < this.#pattern.length)
      throw new UnsupportedPattern('pattern_bracket_unmatched', { position: this.#at + 1 })
    return node
  }

  #readAlternatives(): PatternNode {
    const options = [this.#readSequence()]
    while (this.#next === '|') {
      this.#at++
      options.push(this.#readSequence())
    }
    return options.length === 1 ? options[0]! : { kind: 'either', options }
  }

  #readSequence(): PatternNode {
    const parts: PatternNode[] = []
    while (this.#at < this.#pattern.length && this.#next !== '|' && this.#next !== ')') {
      const from = this.#at
      const atom = this.#readAtom()
      parts.push(this.#readQuantifier(atom, from))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }

  #readQuantifier(atom: PatternNode, from: number): PatternNode {
    const counts = this.#takeCounts()
    if (!counts) return atom
    if (atom.kind === 'assert') throw new UnsupportedPattern('pattern_nothing_to_repeat', { position: from + 1 })
    const isLazy = this.#next === '?'
    if (isLazy) this.#at++
    if (this.#takeCounts()) throw new UnsupportedPattern('pattern_nothing_to_repeat', { position: this.#at })
    const [min, max] = counts
    if (max < min) throw new UnsupportedPattern('pattern_count_reversed', { min, max })
    if (min > maxCounted || (max !== Infinity && max > maxCounted)) {
      throw new UnsupportedPattern('pattern_count_too_high', { max: maxCounted })
    }
    return { kind: 'repeat', of: atom, min, max, ...(isLazy && { isLazy }) }
  }

  #takeCounts(): [number, number] | null {
    const simple = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] } as const
    const counts = simple[this.#next as keyof typeof simple]
    if (counts) {
      this.#at++
      return [...counts]
    }
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(this.#pattern.slice(this.#at, this.#at + 20))
    if (!braces) return null
    this.#at += braces[0].length
    const min = Number(braces[1])
    return [min, braces[2] === undefined ? min : braces[3] ? Number(braces[3]) : Infinity]
  }

  #readAtom(): PatternNode {
    const position = this.#at + 1
    const char = this.#pattern[this.#at++]!
    if (char === '(') return this.#readGroup(position)
    if (char === '[') return this.#readClass(position)
    if (char === '\\') return this.#readEscape(position)
    if (char === '^') return { kind: 'assert', what: 'start' }
    if (char === '$') return { kind: 'assert', what: 'end' }
    if (char === '.') return { kind: 'set', ranges: complement(lineEnds) }
    if (char === '*' || char === '+' || char === '?')
      throw new UnsupportedPattern('pattern_nothing_to_repeat', { position })
    if (char === '{' && /^\{\d+(,\d*)?\}/.test(this.#pattern.slice(position - 1))) {
      throw new UnsupportedPattern('pattern_nothing_to_repeat', { position })
    }
    return one(char.charCodeAt(0))
  }

  #readGroup(position: number): PatternNode {
    const opening = /^\?(<?[=!]|:|<[A-Za-z_$][\w$]*>|.?)/.exec(this.#pattern.slice(this.#at))
    const [, kind = ''] = opening ?? []
    const name = kind.startsWith('<') && kind.endsWith('>') ? kind.slice(1, -1) : undefined
    if (opening) {
      if (/^<?[=!]$/.test(kind)) throw new UnsupportedPattern('pattern_lookaround')
      if (kind !== ':' && !kind.endsWith('>')) throw new UnsupportedPattern('pattern_group_unknown', { position })
      this.#at += opening[0].length
    }
    if (name !== undefined) {
      if (this.#names.has(name)) throw new UnsupportedPattern('pattern_group_repeated', { name })
      this.#names.add(name)
    }
    const index = kind === ':' ? 0 : ++this.#groups
    if (++this.#depth > maxDepth) throw new UnsupportedPattern('pattern_groups_too_deep', { max: maxDepth })
    const inside = this.#readAlternatives()
    this.#depth--
    if (this.#next !== ')') throw new UnsupportedPattern('pattern_group_open', { position })
    this.#at++
    if (index === 0) return { kind: 'sequence', parts: [inside] }
    return { kind: 'group', of: inside, index, ...(name !== undefined && { name }) }
  }

  #readEscape(position: number): PatternNode {
    const char = this.#pattern[this.#at++]
    if (char === undefined) throw new UnsupportedPattern('pattern_ends_in_backslash')
    if (char === 'b') return { kind: 'assert', what: 'boundary' }
    if (char === 'B') return { kind: 'assert', what: 'inside' }
    if (/[1-9k]/.test(char)) throw new UnsupportedPattern('pattern_backreference')
    return { kind: 'set', ranges: this.#readEscapedSet(char, position) }
  }

  /** Reads the rest of an escape, inside or outside of a class. `char` follows the backslash. */
  #readEscapedSet(char: string, position: number): CodeRange[] {
    const known = sets[char]
    if (known) return known
    const control = controls[char]
    if (control !== undefined) return [[control, control]]
    const digits = char === 'x' ? 2 : char === 'u' ? 4 : 0
    const hex = this.#pattern.slice(this.#at, this.#at + digits)
    if (digits > 0 && new RegExp(`^[0-9a-fA-F]{${digits}}$`).test(hex)) {
      this.#at += digits
      return [[parseInt(hex, 16), parseInt(hex, 16)]]
    }
    if (/[0-9A-Za-z]/.test(char))
      throw new UnsupportedPattern('pattern_escape_unknown', { escape: `\\${char}`, position })
    return [[char.charCodeAt(0), char.charCodeAt(0)]]
  }

  #readClass(position: number): PatternNode {
    const isNegated = this.#next === '^'
    if (isNegated) this.#at++
    const ranges: CodeRange[] = []
    while (this.#next !== ']') {
      const from = this.#readMember(position)
      const isRange = this.#next === '-' && this.#at + 1 < this.#pattern.length && this.#pattern[this.#at + 1] !== ']'
      if (!isRange) {
        ranges.push(...from)
        continue
      }
      this.#at++
      const to = this.#readMember(position)
      const [low, high] = [single(from), single(to)]
      if (low === null || high === null) ranges.push(...from, ...to, [45, 45])
      else if (high < low) throw new UnsupportedPattern('pattern_range_reversed', { position })
      else ranges.push([low, high])
    }
    this.#at++
    return { kind: 'set', ranges: merge(ranges), isNegated }
  }

  #readMember(position: number): CodeRange[] {
    const char = this.#pattern[this.#at++]
    if (char === undefined) throw new UnsupportedPattern('pattern_class_open', { position })
    if (char !== '\\') return [[char.charCodeAt(0), char.charCodeAt(0)]]
    const escape = this.#pattern[this.#at++]
    if (escape === undefined) throw new UnsupportedPattern('pattern_ends_in_backslash')
    return escape === 'b' ? [[8, 8]] : this.#readEscapedSet(escape, this.#at - 1)
  }
}

/** Returns the same code units as sorted ranges with gaps between them. */
export function merge(ranges: readonly CodeRange[]): CodeRange[] {
  const merged: [number, number][] = []
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high)
    else merged.push([low, high])
  }
  return merged
}

/** Returns the only code unit of the ranges; null if they have none or several. */
export function single(ranges: readonly CodeRange[]): number | null {
  const [only] = ranges
  return ranges.length === 1 && only && only[0] === only[1] ? only[0] : null
}

/** Returns all code units outside of the ranges. */
export function complement(ranges: readonly CodeRange[]): CodeRange[] {
  const rest: CodeRange[] = []
  let from = 0
  for (const [low, high] of merge(ranges)) {
    if (low > from) rest.push([from, low - 1])
    from = high + 1
  }
  if (from <= 0xffff) rest.push([from, 0xffff])
  return rest
}

function one(code: number): PatternNode {
  return { kind: 'set', ranges: [[code, code]] }
}

const lineEnds: CodeRange[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]

/** The characters of `\s` (ECMA-262 §12.2 and §12.3). */
const spaces: CodeRange[] = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]

const digitRanges: CodeRange[] = [[48, 57]]

const sets: Record<string, CodeRange[] | undefined> = {
  d: digitRanges,
  D: complement(digitRanges),
  w: wordRanges,
  W: complement(wordRanges),
  s: spaces,
  S: complement(spaces),
}

const controls: Record<string, number | undefined> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 }
