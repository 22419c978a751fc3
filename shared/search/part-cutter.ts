import { type SearchedPart, countEnds } from './find-lines.ts'

/** Maximum context lines before and after a match, however a text is split. */
export const maxContext = 20

/** Bytes of one part of a text, and of its context lines. */
export interface PartSizes {
  part: number
  around: number
  /**
   * If a part must end within a line, the next one begins this many bytes before, so that one of them contains the
   * whole match.
   */
  overlap: number
}

export const partSizes: PartSizes = { part: 1024 * 1024, around: 64 * 1024, overlap: 8 * 1024 }

/** Splits a streamed text into parts, so that it is never in memory as a whole. */
export interface PartCutter {
  push(piece: Buffer): SearchedPart[]
  /** Returns the remaining parts; none for an empty text. */
  end(): SearchedPart[]
}

/** Creates a cutter. Parts end with a line if possible, and include their context lines. */
export function createPartCutter(sizes: PartSizes = partSizes): PartCutter {
  let held = Buffer.alloc(0)
  let from = 0
  let firstLine = 1

  function cut(isAll: boolean): SearchedPart {
    const limit = from + sizes.part
    const lineEnds = held.lastIndexOf(lineEnd, limit - 1) + 1
    const isWithinLine = lineEnds <= from
    const to = isWithinLine ? beginOfCharacter(held, limit) : lineEnds
    const shownTo = linesBehind(held, to, sizes.around, isAll)
    const part = {
      bytes: Buffer.from(held.subarray(0, isWithinLine ? Math.max(shownTo, to + 1) : shownTo)),
      from,
      to,
      firstLine,
    }
    const next = isWithinLine ? beginOfCharacter(held, to - sizes.overlap) : to
    const lead = isWithinLine ? next - 1 : linesBefore(held, next, sizes.around)
    firstLine += countEnds(held, from, next)
    held = Buffer.from(held.subarray(lead))
    from = next - lead
    return part
  }

  return {
    push(piece) {
      held = Buffer.concat([held, piece])
      const parts: SearchedPart[] = []
      while (held.length - from >= sizes.part + sizes.around) parts.push(cut(false))
      return parts
    },
    end() {
      const parts: SearchedPart[] = []
      while (held.length - from > sizes.part) parts.push(cut(true))
      if (held.length > from) parts.push({ bytes: held, from, to: held.length, firstLine })
      return parts
    },
  }
}

const lineEnd = 10

/** Returns `at`, or up to three bytes before, so that no UTF-8 character is split (RFC 3629, section 3). */
function beginOfCharacter(bytes: Buffer, at: number): number {
  let begin = at
  while (begin > at - 3 && (bytes[begin]! & 0xc0) === 0x80) begin--
  return begin
}

/**
 * Returns the end of the context lines after `at`.
 * @param isAll whether the last line is complete
 */
function linesBehind(bytes: Buffer, at: number, limit: number, isAll: boolean): number {
  let end = at
  for (let lines = 0; lines < maxContext && end < bytes.length; lines++) {
    const next = bytes.indexOf(lineEnd, end)
    const stop = next >= 0 ? next + 1 : isAll ? bytes.length : Infinity
    if (stop - at > limit) break
    end = stop
  }
  return end
}

/** Returns the start of the context lines before `at`. */
function linesBefore(bytes: Buffer, at: number, limit: number): number {
  let begin = at
  for (let lines = 0; lines < maxContext && begin > 0; lines++) {
    const previous = begin < 2 ? 0 : bytes.lastIndexOf(lineEnd, begin - 2) + 1
    if (at - previous > limit) break
    begin = previous
  }
  return begin
}
