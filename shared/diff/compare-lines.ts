import { markChanges, type SearchStage } from './edit-script.ts'
import { identifyLines, trimEqualEnds } from './identify-lines.ts'
import { shiftChanges } from './shift-changes.ts'
import { splitLines, type Lines } from './split-lines.ts'

/** Two texts, and which of the lines between their equal ends were removed from `a` or added by `b`. */
export interface Comparison {
  a: Lines
  b: Lines
  /** The line, on both sides, that the marks begin with. */
  start: number
  /** 1 for each line of `a` from `start` on that was removed. */
  removed: Uint8Array
  /** 1 for each line of `b` from `start` on that was added. */
  added: Uint8Array
  /** What the search cost; at most the last stage of the effort and one length of the shorter text. */
  steps: number
}

/**
 * The effort that two texts of so many lines together are worth, so that any two of 5 MiB take 3 seconds and 400 MB.
 * Differences of configurations end in the first stage; random lines out of a few need the second, millions of one
 * letter each the third.
 */
export function usualEffort(lines: number): SearchStage[] {
  return [
    { cap: Math.max(256, Math.ceil(Math.sqrt(lines))), untilSteps: 8e7 },
    { cap: 96, untilSteps: 6e8 },
    { cap: 16, untilSteps: 9e8 },
  ]
}

/** Compares line by line. The marks are valid for any content, and the fewest possible until the effort is spent. */
export function compareLines(a: Uint8Array | string, b: Uint8Array | string, effortFor = usualEffort): Comparison {
  const aLines = splitLines(a)
  const bLines = splitLines(b)
  const middle = trimEqualEnds(aLines, bLines)
  const { aIds, bIds, distinct } = identifyLines(aLines, bLines, middle)
  const removed = new Uint8Array(aIds.length)
  const added = new Uint8Array(bIds.length)
  const aKept = keepSharedLines(aIds, bIds, distinct, removed)
  const bKept = keepSharedLines(bIds, aIds, distinct, added)
  const steps = markChanges(
    aKept.ids,
    bKept.ids,
    (index) => (removed[aKept.lines[index]!] = 1),
    (index) => (added[bKept.lines[index]!] = 1),
    effortFor(aKept.ids.length + bKept.ids.length),
  )
  shiftChanges(aIds, removed, added)
  shiftChanges(bIds, added, removed)
  return { a: aLines, b: bLines, start: middle.start, removed, added, steps }
}

/** Lines that the other side has nowhere are changed whatever the search finds: mark them and search without them. */
function keepSharedLines(ids: Int32Array, otherIds: Int32Array, distinct: number, changed: Uint8Array) {
  const isShared = new Uint8Array(distinct)
  for (const id of otherIds) isShared[id] = 1
  let count = 0
  for (const id of ids) count += isShared[id]!
  const kept = { ids: new Int32Array(count), lines: new Int32Array(count) }
  let at = 0
  for (let line = 0; line < ids.length; line++) {
    const id = ids[line]!
    if (isShared[id]) {
      kept.ids[at] = id
      kept.lines[at++] = line
    } else changed[line] = 1
  }
  return kept
}
