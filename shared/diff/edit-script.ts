/**
 * Effort of the search for the smallest difference. A stage allows `cap` edits from either end of a range before it
 * uses the best split found, while fewer than `untilSteps` steps are spent in total. After the last stage, the
 * remaining range counts as changed. Effort is counted, not timed, so that results do not depend on the computer.
 *
 * Comparing a pair of equal lines is one step; visiting a diagonal is four, according to their cost.
 */
export interface SearchStage {
  cap: number
  untilSteps: number
}

/** 1 for each changed element of either side, and the cost of the search. */
export interface EditScript {
  removed: Uint8Array
  added: Uint8Array
  /** At most the last `untilSteps` plus one diagonal: the length of the shorter side. */
  steps: number
}

/**
 * Returns the elements to remove from `a` and to add from `b`. The others are equal, in order, on both sides.
 *
 * Myers' "An O(ND) Difference Algorithm" (1986) in its linear-space form, with the "too expensive" split of GNU diff
 * and git: if the ends of a range do not meet within the allowed edits, it is split where the search from each end came
 * furthest. Without such a split the result is minimal.
 * @param stages at least one, with growing `untilSteps`
 */
export function findEdits(a: Int32Array, b: Int32Array, stages: SearchStage[]): EditScript {
  const removed = new Uint8Array(a.length)
  const added = new Uint8Array(b.length)
  const search = new MiddleSearch(a, b, Math.max(...stages.map(({ cap }) => cap)), stages.at(-1)!.untilSteps)
  const ranges = [0, a.length, 0, b.length] // a stack: the depth may reach lines / cap
  while (ranges.length > 0) {
    let bEnd = ranges.pop()!
    let bStart = ranges.pop()!
    let aEnd = ranges.pop()!
    let aStart = ranges.pop()!
    while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
      aStart++
      bStart++
    }
    while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
      aEnd--
      bEnd--
    }
    const stage = stages.find(({ untilSteps }) => search.steps < untilSteps)
    if (stage && aStart < aEnd && bStart < bEnd && search.split({ aStart, aEnd, bStart, bEnd }, stage.cap)) {
      const { aSplit, bSplit, aNextSplit, bNextSplit } = search
      ranges.push(aNextSplit, aEnd, bNextSplit, bEnd)
      if (aSplit < aNextSplit || bSplit < bNextSplit) ranges.push(aSplit, aNextSplit, bSplit, bNextSplit)
      ranges.push(aStart, aSplit, bStart, bSplit)
    } else {
      removed.fill(1, aStart, aEnd)
      added.fill(1, bStart, bEnd)
    }
  }
  return { removed, added, steps: search.steps }
}

/** A range of both sides: from the start lines up to the end lines, exclusive. */
interface EditRange {
  aStart: number
  aEnd: number
  bStart: number
  bEnd: number
}

/** Searches for the middle of a range. Its arrays contain, for each diagonal, how far along `a` the search came. */
class MiddleSearch {
  steps = 0
  /** Splits of the last range: one if the ends met, otherwise up to two. */
  aSplit = 0
  bSplit = 0
  aNextSplit = 0
  bNextSplit = 0
  readonly #a: Int32Array
  readonly #b: Int32Array
  readonly #maxSteps: number
  readonly #centre: number
  /** Indexed by diagonal, relative to the first one of the range. */
  readonly #forward: Int32Array
  /** Indexed by diagonal, relative to the last one of the range. */
  readonly #backward: Int32Array

  constructor(a: Int32Array, b: Int32Array, largestCap: number, maxSteps: number) {
    this.#a = a
    this.#b = b
    this.#maxSteps = maxSteps
    this.#centre = largestCap + 2
    this.#forward = new Int32Array(2 * this.#centre + 1)
    this.#backward = new Int32Array(2 * this.#centre + 1)
  }

  /**
   * Sets the splits of a range that has lines on both sides and unequal ends. Returns false if the steps are spent. The
   * loops use only local variables, because most of the time of a comparison is spent here.
   */
  split(range: EditRange, cap: number): boolean {
    const { aStart, aEnd, bStart, bEnd } = range
    const [a, b, forward, backward, centre, maxSteps] = [
      this.#a,
      this.#b,
      this.#forward,
      this.#backward,
      this.#centre,
      this.#maxSteps,
    ]
    const firstDiagonal = aStart - bStart
    const lastDiagonal = aEnd - bEnd
    const between = firstDiagonal - lastDiagonal // forward index + between = backward index of the same diagonal
    const isOdd = (between & 1) !== 0
    // the corners of the range as indexes
    const forwardLowest = aStart - bEnd - firstDiagonal + centre
    const forwardHighest = aEnd - bStart - firstDiagonal + centre
    const backwardLowest = forwardLowest + between
    const backwardHighest = forwardHighest + between
    let fLow = centre
    let fHigh = centre
    let bLow = centre
    let bHigh = centre
    let { steps } = this
    forward[centre] = aStart
    backward[centre] = aEnd
    for (let edits = 1; ; edits++) {
      if (fLow > forwardLowest) forward[--fLow - 1] = -1
      else fLow++
      if (fHigh < forwardHighest) forward[++fHigh + 1] = -1
      else fHigh--
      for (let i = fHigh; i >= fLow; i -= 2) {
        const below = forward[i - 1]!
        const above = forward[i + 1]!
        let x = below < above ? above : below + 1
        const from = x
        let y = x - (i - centre + firstDiagonal)
        while (x < aEnd && y < bEnd && a[x] === b[y]) {
          x++
          y++
        }
        steps += x - from + visitSteps
        forward[i] = x
        const other = i + between
        if (isOdd && bLow <= other && other <= bHigh && backward[other]! <= x) return this.#finish(steps, x, y)
        if (steps > maxSteps) return this.#abandon(steps)
      }
      if (bLow > backwardLowest) backward[--bLow - 1] = farthest
      else bLow++
      if (bHigh < backwardHighest) backward[++bHigh + 1] = farthest
      else bHigh--
      for (let i = bHigh; i >= bLow; i -= 2) {
        const below = backward[i - 1]!
        const above = backward[i + 1]!
        let x = below < above ? below : above - 1
        const from = x
        let y = x - (i - centre + lastDiagonal)
        while (aStart < x && bStart < y && a[x - 1] === b[y - 1]) {
          x--
          y--
        }
        steps += from - x + visitSteps
        backward[i] = x
        const other = i - between
        if (!isOdd && fLow <= other && other <= fHigh && x <= forward[other]!) return this.#finish(steps, x, y)
        if (steps > maxSteps) return this.#abandon(steps)
      }
      if (edits >= cap) break
    }
    return this.#splitAtFurthest(range, steps, { fLow, fHigh, bLow, bHigh })
  }

  /** Splits a range whose ends did not meet, where the search from each end came furthest. */
  #splitAtFurthest(
    { aStart, aEnd, bStart, bEnd }: EditRange,
    steps: number,
    { fLow, fHigh, bLow, bHigh }: { fLow: number; fHigh: number; bLow: number; bHigh: number },
  ): true {
    let furthest = -1
    let furthestX = 0
    for (let i = fHigh; i >= fLow; i -= 2) {
      const diagonal = i - this.#centre + aStart - bStart
      const x = Math.min(this.#forward[i]!, aEnd, bEnd + diagonal)
      if (2 * x - diagonal > furthest) {
        furthest = 2 * x - diagonal
        furthestX = x
      }
    }
    let nearest = farthest
    let nearestX = 0
    for (let i = bHigh; i >= bLow; i -= 2) {
      const diagonal = i - this.#centre + aEnd - bEnd
      const x = Math.max(this.#backward[i]!, aStart, bStart + diagonal)
      if (2 * x - diagonal < nearest) {
        nearest = 2 * x - diagonal
        nearestX = x
      }
    }
    const furthestY = furthest - furthestX
    const nearestY = nearest - nearestX
    if (furthestX <= nearestX && furthestY <= nearestY)
      return this.#finish(steps, furthestX, furthestY, nearestX, nearestY)
    const isForwardBetter = aEnd + bEnd - nearest < furthest - (aStart + bStart)
    return isForwardBetter ? this.#finish(steps, furthestX, furthestY) : this.#finish(steps, nearestX, nearestY)
  }

  #finish(steps: number, x: number, y: number, nextX = x, nextY = y): true {
    this.aSplit = x
    this.bSplit = y
    this.aNextSplit = nextX
    this.bNextSplit = nextY
    this.steps = steps
    return true
  }

  #abandon(steps: number): false {
    this.steps = steps
    return false
  }
}

const visitSteps = 4
const farthest = 0x7fffffff
