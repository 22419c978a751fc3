import { classIn, type Program } from './compile-pattern.ts'

/** Matches a pattern against the lines of texts. */
export interface LineMatcher {
  /**
   * Returns the end of the match that ends first in [`from`, `to`) of a line of code units; -1 without a match. Each
   * character is read once and costs at most the steps of the pattern.
   */
  find(line: Uint8Array | Uint16Array, from: number, to: number, edges?: LineEdges): number
  /** As `find`, from `from` to the end of a text. */
  findText(text: string, from: number): number
}

/** The code units adjacent to a part of a line; absent at the start or end of the line. */
export interface LineEdges {
  before?: number
  behind?: number
}

/** Maximum number of cached states. Then all are dropped and created again when needed. */
const maxStates = 1_000

/** Maximum number of transitions and steps in the cached states of one pattern: about 0.7 MB. */
const maxCells = 100_000

/** Transitions not computed yet, the state of a match, and one from which no match can follow. */
const unknown = -1
const found = -2
const dead = -3

/** The kind of character before a position. */
export const before = { nothing: 0, word: 1, other: 2 }
const contexts = [before.nothing, before.word, before.other]

/**
 * Runs a program as a lazily built deterministic automaton (Thompson 1968; Cox, "Regular Expression Matching Can Be
 * Simple And Fast"). A state is the set of possible next steps and the kind of the preceding character.
 */
export function createLineMatcher(program: Program): LineMatcher {
  const { steps, classOf, classes, holds, isWord, hasAssertions } = program
  let states: State[] = []
  let byName = new Map<string, number>()
  let cells = 0
  /** Start states by the kind of the preceding character, for a line or a part of one. */
  let starts = [unknown, unknown, unknown]
  const closure = createClosure(steps)
  const mayBegin = contexts.map((context) =>
    contexts.some((behind) => closure({ kernel: [], context }, behind)?.length !== 0),
  )

  return {
    find(line, from, to, edges) {
      let state = startAfter(edges?.before)
      if (state === dead) return -1
      for (let at = from; at < to; at++) {
        const kind = classOf[line[at]!]!
        let next = states[state]!.next[kind]!
        if (next === unknown) next = advance(state, kind)
        if (next < 0) return next === found ? at : -1
        state = next
      }
      return endsAt(states[state]!, beside(edges?.behind)) ? to : -1
    },
    findText(text, from) {
      let state = startAfter(from === 0 ? undefined : text.charCodeAt(from - 1))
      if (state === dead) return -1
      for (let at = from; at < text.length; at++) {
        const kind = classIn(program, text.charCodeAt(at))
        let next = states[state]!.next[kind]!
        if (next === unknown) next = advance(state, kind)
        if (next < 0) return next === found ? at : -1
        state = next
      }
      return endsAt(states[state]!, before.nothing) ? text.length : -1
    },
  }

  function reset(): void {
    states = []
    byName = new Map()
    cells = 0
    starts = starts.map(() => unknown)
  }

  function startAfter(unit: number | undefined): number {
    const context = beside(unit)
    if (starts[context] === unknown) starts[context] = stateOf([], context)
    return starts[context]!
  }

  function beside(unit: number | undefined): number {
    if (unit === undefined || !hasAssertions) return before.nothing
    return isWord[classIn(program, unit)] === 1 ? before.word : before.other
  }

  /** A pattern that begins at the start of a line is dead after the first character that it does not match. */
  function isDead(kernel: number[], context: number): boolean {
    return kernel.length === 0 && !mayBegin[context] && !mayBegin[before.word] && !mayBegin[before.other]
  }

  function stateOf(kernel: number[], context: number): number {
    if (isDead(kernel, context)) return dead
    const name = `${context}:${kernel.join()}`
    const known = byName.get(name)
    if (known !== undefined) return known
    const state = states.push({ kernel, context, next: new Int32Array(classes).fill(unknown), atEnd: undefined }) - 1
    byName.set(name, state)
    cells += classes + kernel.length
    return state
  }

  function advance(from: number, kind: number): number {
    const state = states[from]!
    const reached = closure(state, isWord[kind] === 1 ? before.word : before.other)
    if (reached === null) {
      state.next[kind] = found
      return found
    }
    const kernel: number[] = []
    for (const at of reached) {
      const step = steps[at]!
      if (step.kind === 'take' && holds[step.set]![kind] === 1) kernel.push(at + 1)
    }
    const context = !hasAssertions ? before.nothing : isWord[kind] === 1 ? before.word : before.other
    const isFull = states.length >= maxStates || cells >= maxCells
    if (isFull) reset()
    const next = stateOf(kernel, context)
    if (!isFull) state.next[kind] = next
    return next
  }

  function endsAt(state: State, behind: number): boolean {
    if (behind !== before.nothing) return closure(state, behind) === null
    state.atEnd ??= closure(state, before.nothing) === null
    return state.atEnd
  }
}

/**
 * Returns a function that returns the steps of a state that wait for a character, sorted; null if the match is complete.
 * A match may also begin there.
 */
function createClosure(steps: Program['steps']) {
  const seen = new Uint32Array(steps.length)
  let round = 0

  return function closure({ kernel, context }: Pick<State, 'kernel' | 'context'>, behind: number): number[] | null {
    round++
    const waiting: number[] = []
    const open = [0, ...kernel]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === round) continue
      seen[at] = round
      const step = steps[at]!
      if (step.kind === 'found') return null
      if (step.kind === 'take') waiting.push(at)
      else if (step.kind === 'fork') open.push(step.other, step.one)
      else if (step.kind === 'mark') open.push(at + 1)
      else if (isTrue(step.what, context, behind)) open.push(at + 1)
    }
    return waiting.sort((a, b) => a - b)
  }
}

interface State {
  kernel: number[]
  context: number
  next: Int32Array
  /** Whether a line that ends in this state matches; undefined if not computed yet. */
  atEnd: boolean | undefined
}

/** Returns whether an assertion is true between a character and the next one, by their kinds. */
export function isTrue(what: 'start' | 'end' | 'boundary' | 'inside', context: number, behind: number): boolean {
  if (what === 'start') return context === before.nothing
  if (what === 'end') return behind === before.nothing
  const isBoundary = (context === before.word) !== (behind === before.word)
  return what === 'boundary' ? isBoundary : !isBoundary
}
