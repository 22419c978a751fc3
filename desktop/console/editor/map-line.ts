import type { Hunk } from '../../../shared/diff/line-diff.ts'

/** The line of the newer text where a line of the older one is, or would be; both from 0. */
export function mapLine(hunks: Hunk[], line: number): number {
  let shift = 0
  for (const { aStart, aLength, bStart, bLength } of hunks) {
    if (line < aStart) break
    if (line < aStart + aLength) return bStart + Math.min(line - aStart, Math.max(0, bLength - 1))
    shift = bStart + bLength - (aStart + aLength)
  }
  return line + shift
}

/** The way back. */
export function mapLineBack(hunks: Hunk[], line: number): number {
  const turned = hunks.map(({ aStart, aLength, bStart, bLength }) => ({
    aStart: bStart,
    aLength: bLength,
    bStart: aStart,
    bLength: aLength,
  }))
  return mapLine(turned, line)
}
