import { classIn, type Program } from './compile-pattern.ts'
import { before, isTrue } from './line-matcher.ts'

/** Positions of the whole match and of each group: start and end by index; -1 for a group without a match. */
export type GroupPositions = Int32Array

/**
 * Returns the positions of the match that a backtracking search finds: the leftmost one, and of several that begin there
 * the preferred one; undefined without a match. Each character costs at most the steps of the pattern (Pike's algorithm:
 * Cox, "Regular Expression Matching: the Virtual Machine Approach"). A group within a repetition keeps its last match.
 */
export function findGroups(program: Program, text: string, from: number): GroupPositions | undefined {
  return new GroupSearch(program, text).run(from)
}

/** The possible matches at one position, in order of preference: the next step of each, and its positions. */
interface Candidates {
  steps: number[]
  positions: GroupPositions[]
}

class GroupSearch {
  readonly #program: Program
  readonly #text: string
  readonly #seen: Uint32Array
  #round = 0

  constructor(program: Program, text: string) {
    this.#program = program
    this.#text = text
    this.#seen = new Uint32Array(program.steps.length)
  }

  run(from: number): GroupPositions | undefined {
    const { steps, holds, groups } = this.#program
    let current: Candidates = { steps: [], positions: [] }
    let found: GroupPositions | undefined
    for (let at = from; at <= this.#text.length; at++) {
      this.#round++
      const open: Candidates = { steps: [], positions: [] }
      for (const [index, step] of current.steps.entries()) this.#add(open, step, current.positions[index]!, at)
      if (!found) this.#add(open, 0, new Int32Array(2 * groups + 2).fill(-1).fill(at, 0, 1), at)
      if (open.steps.length === 0 && found) return found
      current = { steps: [], positions: [] }
      const kind = at < this.#text.length ? classIn(this.#program, this.#text.charCodeAt(at)) : -1
      for (const [index, number] of open.steps.entries()) {
        const step = steps[number]!
        const positions = open.positions[index]!
        if (step.kind === 'found') {
          found = positions.slice().fill(at, 1, 2)
          break // candidates behind it are less preferred
        }
        if (step.kind !== 'take' || kind === -1 || holds[step.set]![kind] !== 1) continue
        current.steps.push(number + 1)
        current.positions.push(positions)
      }
    }
    return found
  }

  /** Adds the steps that wait for a character, or that report a match, in order of preference. */
  #add(list: Candidates, first: number, given: GroupPositions, at: number): void {
    const open: [number, GroupPositions][] = [[first, given]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [number, positions] = next
      if (this.#seen[number] === this.#round) continue
      this.#seen[number] = this.#round
      const step = this.#program.steps[number]!
      if (step.kind === 'take' || step.kind === 'found') {
        list.steps.push(number)
        list.positions.push(positions)
      } else if (step.kind === 'fork') open.push([step.other, positions], [step.one, positions])
      else if (step.kind === 'mark') open.push([number + 1, positions.slice().fill(at, step.slot, step.slot + 1)])
      else if (isTrue(step.what, this.#kindAt(at - 1), this.#kindAt(at))) open.push([number + 1, positions])
    }
  }

  #kindAt(at: number): number {
    if (at < 0 || at >= this.#text.length) return before.nothing
    return this.#program.isWord[classIn(this.#program, this.#text.charCodeAt(at))] === 1 ? before.word : before.other
  }
}
