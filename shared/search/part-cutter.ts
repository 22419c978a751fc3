import { type SearchedPart, countEnds } from './find-lines.ts'

/** Lines that can be shown before and after what is found, however a text was cut. */
export const maxContext = 20

/** Bytes of a text that are one part, and of the lines that are shown around it. */
export interface PartSizes {
  part: number
  around: number
  /** Where a part has to end within a line, the next one begins so many bytes before, so that a match is in one of them. */
  overlap: number
}

export const partSizes: PartSizes = { part: 1024 * 1024, around: 64 * 1024, overlap: 8 * 1024 }

/** Cuts a text that comes in pieces, so that it is never held as a whole. */
export interface PartCutter {
  push(piece: Buffer): SearchedPart[]
  /** What is left; nothing of an empty text. */
  end(): SearchedPart[]
}

/** Parts end with a line where they can, and carry the lines around them. */
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

/** At `at`, or up to three bytes before: a character of UTF-8 is cut nowhere (RFC 3629, section 3). */
function beginOfCharacter(bytes: Buffer, at: number): number {
  let begin = at
  while (begin > at - 3 && (bytes[begin]! & 0xc0) === 0x80) begin--
  return begin
}

/** Where the lines end that stand behind `at` and can be shown. @param isAll the last one has come as a whole */
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

/** Where the lines begin that stand before `at` and can be shown. */
function linesBefore(bytes: Buffer, at: number, limit: number): number {
  let begin = at
  for (let lines = 0; lines < maxContext && begin > 0; lines++) {
    const previous = begin < 2 ? 0 : bytes.lastIndexOf(lineEnd, begin - 2) + 1
    if (at - previous > limit) break
    begin = previous
  }
  return begin
}
