import type { Hunk } from '../../../shared/diff/line-diff.ts'

/** Returns the line of the newer text that corresponds to a line of the older one; both from 0. */
export function mapLine(hunks: Hunk[], line: number): number {
  let shift = 0
  for (const { aStart, aLength, bStart, bLength } of hunks) {
    if (line < aStart) break
    if (line < aStart + aLength) return bStart + Math.min(line - aStart, Math.max(0, bLength - 1))
    shift = bStart + bLength - (aStart + aLength)
  }
  return line + shift
}

/** Returns the line of the older text that corresponds to a line of the newer one. */
export function mapLineBack(hunks: Hunk[], line: number): number {
  const turned = hunks.map(({ aStart, aLength, bStart, bLength }) => ({
    aStart: bStart,
    aLength: bLength,
    bStart: aStart,
    bLength: aLength,
  }))
  return mapLine(turned, line)
}
