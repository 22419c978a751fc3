import type { Lines } from './split-lines.ts'

/** A range of lines of both sides, outside of which the two texts are equal. It begins at the same line of both. */
export interface Middle {
  start: number
  aEnd: number
  bEnd: number
}

/**
 * Removes the equal lines at both ends of two texts, except a few at the end: the last difference may be placed better
 * among them.
 */
export function trimEqualEnds(a: Lines, b: Lines): Middle {
  const shorter = Math.min(a.count, b.count)
  let start = 0
  while (start < shorter && isSameLine(a, start, b, start)) start++
  let end = 0
  while (end < shorter - start && isSameLine(a, a.count - 1 - end, b, b.count - 1 - end)) end++
  const cut = Math.max(0, end - keptAtEnd)
  return { start, aEnd: a.count - cut, bEnd: b.count - cut }
}

const keptAtEnd = 100

/**
 * Returns an id for each line of the middle. Equal lines of either side have equal ids. Ids count from 0 in order of
 * first appearance, so that they depend only on the texts.
 */
export function identifyLines(
  a: Lines,
  b: Lines,
  { start, aEnd, bEnd }: Middle,
): { aIds: Int32Array; bIds: Int32Array; distinct: number } {
  const aIds = new Int32Array(aEnd - start)
  const bIds = new Int32Array(bEnd - start)
  const capacity = capDistinctLines(aIds.length + bIds.length, a.bytes.length + b.bytes.length)
  // an open-addressed table in typed arrays: no objects for the garbage collector
  const slots = new Int32Array(2 << Math.ceil(Math.log2(capacity + 1))) // id + 1; 0 means free
  const hashes = new Int32Array(capacity)
  const firsts = new Int32Array(capacity) // first line with an id: of a, or of b as its complement
  const mask = slots.length - 1
  let distinct = 0
  for (let i = 0; i < aIds.length; i++) aIds[i] = idOf(a, start + i, start + i)
  // most lines of b follow the same line as in a: comparing is cheaper than a look-up
  let guess = start
  for (let i = 0; i < bIds.length; i++) {
    if (guess < aEnd && isSameLine(a, guess, b, start + i)) {
      bIds[i] = aIds[guess++ - start]!
      continue
    }
    const id = idOf(b, start + i, ~(start + i))
    bIds[i] = id
    guess = firsts[id]! >= 0 ? firsts[id]! + 1 : guess + 1
  }
  return { aIds, bIds, distinct }

  function idOf(text: Lines, line: number, self: number): number {
    const hash = hashOf(text.bytes, text.starts[line]!, text.starts[line + 1]!)
    let slot = hash & mask
    for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
      const id = taken - 1
      if (hashes[id] === hash) {
        const first = firsts[id]!
        if (first >= 0 ? isSameLine(a, first, text, line) : isSameLine(b, ~first, text, line)) return id
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = distinct + 1
    hashes[distinct] = hash
    firsts[distinct] = self
    return distinct++
  }
}

/**
 * Returns the maximum number of distinct lines: there are few short ones, and the others take at least four bytes each.
 */
function capDistinctLines(lines: number, bytes: number): number {
  const shorterThanFourBytes = 2 * (1 + 256 + 65_536)
  return Math.min(lines, shorterThanFourBytes + Math.floor(bytes / 4))
}

function isSameLine(a: Lines, aLine: number, b: Lines, bLine: number): boolean {
  const aStart = a.starts[aLine]!
  const bStart = b.starts[bLine]!
  const length = a.starts[aLine + 1]! - aStart
  return length === b.starts[bLine + 1]! - bStart && isSameBytes(a.bytes, aStart, b.bytes, bStart, length)
}

function isSameBytes(a: Uint8Array, aAt: number, b: Uint8Array, bAt: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[aAt + i] !== b[bAt + i]) return false
  return true
}

/**
 * HalfSipHash-1-3 (Aumasson, Bernstein; Linux uses it for hash tables) with a key of this process, so that no text can
 * be written whose lines collide.
 */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  const lastWord = end - ((end - start) & 3)
  let v0 = key0
  let v1 = key1
  let v2 = key0 ^ 0x6c796765
  let v3 = key1 ^ 0x74656462
  let at = start
  for (let left = 4; left > 0;) {
    let word: number
    if (at < lastWord) {
      word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
      at += 4
    } else if (left === 4) {
      word = (end - start) << 24
      for (let shift = 0; at < end; shift += 8) word |= bytes[at++]! << shift
      left = 3
    } else {
      word = 0
      if (left === 3) v2 ^= 0xff
      left--
    }
    v3 ^= word
    v0 = (v0 + v1) | 0
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
    v0 = (v0 << 16) | (v0 >>> 16)
    v2 = (v2 + v3) | 0
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
    v0 = (v0 + v3) | 0
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
    v2 = (v2 + v1) | 0
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
    v2 = (v2 << 16) | (v2 >>> 16)
    v0 ^= word
  }
  return v1 ^ v3
}

const [key0, key1] = crypto.getRandomValues(new Int32Array(2)) as unknown as [number, number]
