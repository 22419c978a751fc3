import {
  type Assertion,
  type CodeRange,
  type PatternNode,
  UnsupportedPattern,
  complement,
  merge,
  wordRanges,
} from './parse-pattern.ts'

/**
 * One step of a program: it matches a character of its set, branches with a preference for `one`, tests an assertion,
 * records the start or end of a group, or reports a match.
 */
export type Step =
  | { kind: 'take'; set: number }
  | { kind: 'fork'; one: number; other: number }
  | { kind: 'assert'; what: Assertion }
  | { kind: 'mark'; slot: number }
  | { kind: 'found' }

/**
 * A pattern as an automaton without stack or memory. It begins at step 0; a step without a target continues with the
 * next one.
 */
export interface Program {
  steps: Step[]
  /** Class of each code unit: characters of one class are equivalent for every step. */
  classOf: Uint16Array
  classes: number
  /** By set and class: whether a set contains the characters of a class. */
  holds: Uint8Array[]
  /** By class: whether its characters are word characters. */
  isWord: Uint8Array
  hasAssertions: boolean
  /** Number of capture groups, and the index of each named one. */
  groups: number
  names: ReadonlyMap<string, number>
}

/** Maximum number of steps for one character of a text. */
const maxSteps = 1_000

/** Every code unit, or bytes as characters: then all others are equivalent to U+0100. */
export type Alphabet = 'unicode' | 'bytes'

/** Number of entries of `classOf`. The last one of `bytes` is the class of all other code units. */
const sizeOfAlphabet: Record<Alphabet, number> = { unicode: 0x10000, bytes: 0x101 }

/**
 * @param ignoreCase for ASCII letters
 * @throws UnsupportedPattern if its repetitions make it too large
 */
export function compilePattern(node: PatternNode, ignoreCase: boolean, alphabet: Alphabet = 'unicode'): Program {
  if (sizeOf(node) > maxSteps) throw new UnsupportedPattern('pattern_too_large')
  const steps: Step[] = []
  const sets: CodeRange[][] = []
  const names = new Map<string, number>()
  let hasAssertions = false
  let groups = 0
  emit(node)
  steps.push({ kind: 'found' })
  const size = sizeOfAlphabet[alphabet]
  const known = sets.map((ranges) => within(ranges, size))
  const { classOf, classes } = classify(hasAssertions ? [...known, wordRanges] : known, size)
  return {
    steps,
    classOf,
    classes,
    holds: known.map((ranges) => membership(ranges, classOf, classes)),
    isWord: membership(wordRanges, classOf, classes),
    hasAssertions,
    groups,
    names,
  }

  function emit(part: PatternNode): void {
    if (part.kind === 'set') {
      const ranges = ignoreCase ? withOtherCase(part.ranges) : part.ranges
      steps.push({ kind: 'take', set: sets.push(part.isNegated ? complement(ranges) : ranges) - 1 })
    } else if (part.kind === 'assert') {
      hasAssertions = true
      steps.push({ kind: 'assert', what: part.what })
    } else if (part.kind === 'group') emitGroup(part)
    else if (part.kind === 'sequence') for (const inside of part.parts) emit(inside)
    else if (part.kind === 'either') emitEither(part.options)
    else emitRepeat(part)
  }

  function emitGroup({ of, index, name }: Extract<PatternNode, { kind: 'group' }>): void {
    groups = Math.max(groups, index)
    if (name !== undefined) names.set(name, index)
    steps.push({ kind: 'mark', slot: 2 * index })
    emit(of)
    steps.push({ kind: 'mark', slot: 2 * index + 1 })
  }

  function emitEither([first, ...rest]: PatternNode[]): void {
    if (!first) return
    if (rest.length === 0) return emit(first)
    const fork = fresh()
    emit(first)
    const over = fresh()
    aim(fork, fork + 1, steps.length)
    emitEither(rest)
    aim(over, steps.length, steps.length)
  }

  function emitRepeat({ of: inside, min, max, isLazy }: Extract<PatternNode, { kind: 'repeat' }>): void {
    const prefer = (fork: number, again: number, out: number) =>
      isLazy ? aim(fork, out, again) : aim(fork, again, out)
    for (let n = 0; n < min; n++) emit(inside)
    if (max === Infinity) {
      const fork = fresh()
      emit(inside)
      steps.push({ kind: 'fork', one: fork, other: fork })
      prefer(fork, fork + 1, steps.length)
      return
    }
    const forks: number[] = []
    for (let n = min; n < max; n++) {
      forks.push(fresh())
      emit(inside)
    }
    for (const fork of forks) prefer(fork, fork + 1, steps.length)
  }

  function fresh(): number {
    return steps.push({ kind: 'fork', one: 0, other: 0 }) - 1
  }

  function aim(fork: number, one: number, other: number): void {
    steps[fork] = { kind: 'fork', one, other }
  }
}

/** Returns the class of a code unit. */
export function classIn({ classOf }: Program, unit: number): number {
  return classOf[Math.min(unit, classOf.length - 1)]!
}

/** Returns the number of steps without creating them. */
function sizeOf(node: PatternNode): number {
  if (node.kind === 'set' || node.kind === 'assert') return 1
  if (node.kind === 'group') return sizeOf(node.of) + 2
  if (node.kind === 'repeat') {
    const times = node.max === Infinity ? node.min + 1 : node.max
    return times * (sizeOf(node.of) + 1) + 1
  }
  const parts = node.kind === 'sequence' ? node.parts : node.options
  return parts.reduce((sum, part) => sum + sizeOf(part), node.kind === 'either' ? 2 * parts.length : 0)
}

function withOtherCase(ranges: readonly CodeRange[]): CodeRange[] {
  const shifted = ranges.flatMap(([low, high]): CodeRange[] => [
    ...shift(Math.max(low, 65), Math.min(high, 90), 32),
    ...shift(Math.max(low, 97), Math.min(high, 122), -32),
  ])
  return merge([...ranges, ...shifted])
}

function shift(low: number, high: number, by: number): CodeRange[] {
  return low <= high ? [[low + by, high + by]] : []
}

/** Splits the code units where a set begins or ends. */
function classify(sets: readonly (readonly CodeRange[])[], size: number): Pick<Program, 'classOf' | 'classes'> {
  const cuts = new Set<number>()
  for (const [low, high] of sets.flat()) {
    cuts.add(low)
    cuts.add(high + 1)
  }
  cuts.delete(0)
  const classOf = new Uint16Array(size)
  const sorted = [...cuts].filter((cut) => cut <= 0xffff).toSorted((a, b) => a - b)
  for (const [index, cut] of sorted.entries()) classOf.fill(index + 1, cut)
  return { classOf, classes: sorted.length + 1 }
}

function within(ranges: readonly CodeRange[], size: number): CodeRange[] {
  return ranges.filter(([low]) => low < size).map(([low, high]) => [low, Math.min(high, size - 1)])
}

function membership(ranges: readonly CodeRange[], classOf: Uint16Array, classes: number): Uint8Array {
  const holds = new Uint8Array(classes)
  for (const [low, high] of ranges) for (let at = classOf[low]!; at <= classOf[high]!; at++) holds[at] = 1
  return holds
}
