import { type MessageOf, type ParamsArgument, message } from '../messages/message.ts'

/** Code units from the first up to and with the second. */
export type CodeRange = readonly [number, number]

/** A pattern, taken apart. What a group is called, and which of two matches is the longer, changes nothing here. */
export type PatternNode =
  | { kind: 'set'; ranges: CodeRange[]; isNegated?: boolean }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'either'; options: PatternNode[] }
  | { kind: 'repeat'; of: PatternNode; min: number; max: number }
  | { kind: 'assert'; what: Assertion }

/** The beginning or end of a line, a place between a word character and another, or a place that is not one. */
export type Assertion = 'start' | 'end' | 'boundary' | 'inside'

/** Why a pattern cannot be searched. */
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
  | 'pattern_group_unknown'
  | 'pattern_groups_too_deep'
  | 'pattern_has_line_end'
  | 'pattern_lookaround'
  | 'pattern_nothing_to_repeat'
  | 'pattern_range_reversed'
  | 'pattern_too_large'

/** A pattern that cannot be searched. Positions in `reason` count characters from 1. */
export class PatternRefused<Code extends PatternErrorCode = PatternErrorCode> extends Error {
  override name = 'PatternRefused'
  readonly reason: MessageOf<PatternErrorCode>

  constructor(code: Code, ...params: ParamsArgument<Code>) {
    super(code)
    this.reason = message(code, ...params) as MessageOf<PatternErrorCode>
  }
}

/** The most that `{m,n}` may count to. */
export const maxCounted = 1_000

/** Groups within groups. */
const maxDepth = 50

/** What `\w` is; ASCII, as in ECMAScript without its flags. */
export const wordRanges: CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]

/**
 * Reads a pattern in the syntax of ECMAScript (ECMA-262 §22.2.1 with annex B, no flags), without what cannot be searched
 * in a time that is bounded by the text's length: references to groups, and looking ahead or behind.
 * @throws PatternRefused
 */
export function parsePattern(pattern: string): PatternNode {
  let at = 0
  let depth = 0
  const node = readEither()
  if (at < pattern.length) throw new PatternRefused('pattern_bracket_unmatched', { position: at + 1 })
  return node

  function readEither(): PatternNode {
    const options = [readSequence()]
    while (pattern[at] === '|') {
      at++
      options.push(readSequence())
    }
    return options.length === 1 ? options[0]! : { kind: 'either', options }
  }

  function readSequence(): PatternNode {
    const parts: PatternNode[] = []
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const from = at
      const atom = readAtom()
      parts.push(readQuantifier(atom, from))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }

  function readQuantifier(atom: PatternNode, from: number): PatternNode {
    const counts = takeCounts()
    if (!counts) return atom
    if (atom.kind === 'assert') throw new PatternRefused('pattern_nothing_to_repeat', { position: from + 1 })
    if (pattern[at] === '?') at++ // which match is taken does not matter, only whether there is one
    if (takeCounts()) throw new PatternRefused('pattern_nothing_to_repeat', { position: at })
    const [min, max] = counts
    if (max < min) throw new PatternRefused('pattern_count_reversed', { min, max })
    if (min > maxCounted || (max !== Infinity && max > maxCounted)) {
      throw new PatternRefused('pattern_count_too_high', { max: maxCounted })
    }
    return { kind: 'repeat', of: atom, min, max }
  }

  function takeCounts(): [number, number] | null {
    const simple = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] } as const
    const counts = simple[pattern[at] as keyof typeof simple]
    if (counts) {
      at++
      return [...counts]
    }
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(pattern.slice(at, at + 20))
    if (!braces) return null
    at += braces[0].length
    const min = Number(braces[1])
    return [min, braces[2] === undefined ? min : braces[3] ? Number(braces[3]) : Infinity]
  }

  function readAtom(): PatternNode {
    const place = at + 1
    const char = pattern[at++]!
    if (char === '(') return readGroup(place)
    if (char === '[') return readClass(place)
    if (char === '\\') return readEscape(place)
    if (char === '^') return { kind: 'assert', what: 'start' }
    if (char === '$') return { kind: 'assert', what: 'end' }
    if (char === '.') return { kind: 'set', ranges: complement(lineEnds) }
    if (char === '*' || char === '+' || char === '?')
      throw new PatternRefused('pattern_nothing_to_repeat', { position: place })
    if (char === '{' && /^\{\d+(,\d*)?\}/.test(pattern.slice(place - 1))) {
      throw new PatternRefused('pattern_nothing_to_repeat', { position: place })
    }
    return one(char.charCodeAt(0))
  }

  function readGroup(place: number): PatternNode {
    const opening = /^\?(<?[=!]|:|<[A-Za-z_$][\w$]*>|.?)/.exec(pattern.slice(at))
    if (opening) {
      const [, kind = ''] = opening
      if (/^<?[=!]$/.test(kind)) throw new PatternRefused('pattern_lookaround')
      if (kind !== ':' && !kind.endsWith('>')) throw new PatternRefused('pattern_group_unknown', { position: place })
      at += opening[0].length
    }
    if (++depth > maxDepth) throw new PatternRefused('pattern_groups_too_deep', { max: maxDepth })
    const inside = readEither()
    depth--
    if (pattern[at] !== ')') throw new PatternRefused('pattern_group_open', { position: place })
    at++
    return { kind: 'sequence', parts: [inside] }
  }

  function readEscape(place: number): PatternNode {
    const char = pattern[at++]
    if (char === undefined) throw new PatternRefused('pattern_ends_in_backslash')
    if (char === 'b') return { kind: 'assert', what: 'boundary' }
    if (char === 'B') return { kind: 'assert', what: 'inside' }
    if (/[1-9k]/.test(char)) throw new PatternRefused('pattern_backreference')
    return { kind: 'set', ranges: escaped(char, place) }
  }

  /** What stands behind a backslash, in a class as well. */
  function escaped(char: string, place: number): CodeRange[] {
    const known = sets[char]
    if (known) return known
    const control = controls[char]
    if (control !== undefined) return [[control, control]]
    const digits = char === 'x' ? 2 : char === 'u' ? 4 : 0
    const hex = pattern.slice(at, at + digits)
    if (digits > 0 && new RegExp(`^[0-9a-fA-F]{${digits}}$`).test(hex)) {
      at += digits
      return [[parseInt(hex, 16), parseInt(hex, 16)]]
    }
    if (/[0-9A-Za-z]/.test(char))
      throw new PatternRefused('pattern_escape_unknown', { escape: `\\${char}`, position: place })
    return [[char.charCodeAt(0), char.charCodeAt(0)]]
  }

  function readClass(place: number): PatternNode {
    const isNegated = pattern[at] === '^'
    if (isNegated) at++
    const ranges: CodeRange[] = []
    while (pattern[at] !== ']') {
      const from = readMember(place)
      const isRange = pattern[at] === '-' && at + 1 < pattern.length && pattern[at + 1] !== ']'
      if (!isRange) {
        ranges.push(...from)
        continue
      }
      at++
      const to = readMember(place)
      const [low, high] = [single(from), single(to)]
      if (low === null || high === null) ranges.push(...from, ...to, [45, 45])
      else if (high < low) throw new PatternRefused('pattern_range_reversed', { position: place })
      else ranges.push([low, high])
    }
    at++
    return { kind: 'set', ranges: merge(ranges), isNegated }
  }

  function readMember(place: number): CodeRange[] {
    const char = pattern[at++]
    if (char === undefined) throw new PatternRefused('pattern_class_open', { position: place })
    if (char !== '\\') return [[char.charCodeAt(0), char.charCodeAt(0)]]
    const behind = pattern[at++]
    if (behind === undefined) throw new PatternRefused('pattern_ends_in_backslash')
    return behind === 'b' ? [[8, 8]] : escaped(behind, at - 1)
  }
}

/** Sorted, and none touches the next. */
export function merge(ranges: readonly CodeRange[]): CodeRange[] {
  const merged: [number, number][] = []
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high)
    else merged.push([low, high])
  }
  return merged
}

/** The code unit that the ranges are, if they are one. */
export function single(ranges: readonly CodeRange[]): number | null {
  const [only] = ranges
  return ranges.length === 1 && only && only[0] === only[1] ? only[0] : null
}

/** All code units that are not of these. */
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

/** ECMA-262 §12.2 and §12.3: what `\s` is. */
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
