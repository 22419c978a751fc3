import type { components } from '../../../shared/contract/api-types.ts'
import type { ShownHunk, Unified } from '../../../shared/diff/unified.ts'

type Schemas = components['schemas']

/** Returns the unified diff of two texts, and whether their secrets are masked. */
export function presentUnified(
  { text, added, removed, truncated, hunks }: Unified,
  masked: boolean,
): Omit<Schemas['TextDiff'], 'from' | 'to'> {
  return { unified: text, added, removed, truncated, hunks: hunks.map(presentHunk), masked }
}

/** Line numbers of the API start at 1. */
export function presentHunk({ aStart, aLength, bStart, bLength, words }: ShownHunk): Schemas['DiffHunk'] {
  return {
    from_line: aStart + 1,
    from_lines: aLength,
    to_line: bStart + 1,
    to_lines: bLength,
    words: words.map(({ fromA, toA, fromB, toB }) => ({
      from_start: fromA,
      from_end: toA,
      to_start: fromB,
      to_end: toB,
    })),
  }
}
