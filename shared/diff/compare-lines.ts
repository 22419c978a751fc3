import { findEdits, type SearchStage } from './edit-script.ts'
import { identifyLines, trimEqualEnds } from './identify-lines.ts'
import { shiftChanges } from './shift-changes.ts'
import { splitLines, type Lines } from './split-lines.ts'

/** Two texts, with the lines between their equal ends that were removed from `a` or added by `b`. */
export interface Comparison {
  a: Lines
  b: Lines
  /** The first line, in both texts, that the marks cover. */
  start: number
  /** 1 for each removed line of `a`, from `start` on. */
  removed: Uint8Array
  /** 1 for each added line of `b`, from `start` on. */
  added: Uint8Array
  /** Steps of the search, at most those of the last stage plus the length of the shorter text. */
  steps: number
}

/**
 * Returns the effort for two texts with this number of lines in total. Two texts of 5 MiB take at most 3 s and 400 MB.
 * Differences of configurations end in the first stage; random lines from a small set need the second, millions of
 * one-letter lines the third.
 */
export function usualEffort(lines: number): SearchStage[] {
  return [
    { cap: Math.max(256, Math.ceil(Math.sqrt(lines))), untilSteps: 6e7 },
    { cap: 96, untilSteps: 5.5e8 },
    { cap: 16, untilSteps: 8e8 },
  ]
}

/**
 * Compares line by line. The marks are correct for any content, and minimal unless the effort is spent. A text that is
 * compared several times can be given as lines.
 */
export function compareLines(
  a: Uint8Array | string | Lines,
  b: Uint8Array | string | Lines,
  effortFor = usualEffort,
): Comparison {
  const aLines = asLines(a)
  const bLines = asLines(b)
  const middle = trimEqualEnds(aLines, bLines)
  const { aIds, bIds, distinct } = identifyLines(aLines, bLines, middle)
  const aShared = markShared(bIds, distinct)
  const bShared = markShared(aIds, distinct)
  const aKept = keepShared(aIds, aShared)
  const bKept = keepShared(bIds, bShared)
  const edits = findEdits(aKept, bKept, effortFor(aKept.length + bKept.length))
  const removed = spreadMarks(aIds, aShared, edits.removed)
  const added = spreadMarks(bIds, bShared, edits.added)
  shiftChanges(aIds, removed, added)
  shiftChanges(bIds, added, removed)
  return { a: aLines, b: bLines, start: middle.start, removed, added, steps: edits.steps }
}

function asLines(text: Uint8Array | string | Lines): Lines {
  return typeof text === 'object' && 'starts' in text ? text : splitLines(text)
}

/** Returns 1 for each line id that occurs in the other text. */
function markShared(otherIds: Int32Array, distinct: number): Uint8Array {
  const shared = new Uint8Array(distinct)
  for (const id of otherIds) shared[id] = 1
  return shared
}

/** Removes lines that do not occur in the other text: they are changed in any case, so the search omits them. */
function keepShared(ids: Int32Array, shared: Uint8Array): Int32Array {
  let count = 0
  for (const id of ids) count += shared[id]!
  if (count === ids.length) return ids
  const kept = new Int32Array(count)
  let at = 0
  for (const id of ids) if (shared[id]) kept[at++] = id
  return kept
}

function spreadMarks(ids: Int32Array, shared: Uint8Array, keptMarks: Uint8Array): Uint8Array {
  const marks = new Uint8Array(ids.length)
  let at = 0
  for (let line = 0; line < ids.length; line++) marks[line] = shared[ids[line]!] ? keptMarks[at++]! : 1
  return marks
}
