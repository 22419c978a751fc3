import { Change, Chunk, type DiffConfig } from '@codemirror/merge'
import type { Text } from '@codemirror/state'
import type { Comparison } from './comparison.ts'

/**
 * Returns the chunks of the merge view for the comparison's hunks. The texts must be those of the comparison, split at
 * '\n'.
 */
export function chunksOf({ hunks, marks }: Pick<Comparison, 'hunks' | 'marks'>, a: Text, b: Text): Chunk[] {
  return hunks.map(({ aStart, aLength, bStart, bLength }, at) => {
    const changes = (marks[at] ?? []).map(({ fromA, toA, fromB, toB }) => new Change(fromA, toA, fromB, toB))
    return new Chunk(
      changes,
      startOf(a, aStart),
      startOf(a, aStart + aLength),
      startOf(b, bStart),
      startOf(b, bStart + bLength),
    )
  })
}

/** Makes the merge view draw these chunks instead of its own comparison. */
export function drawing(chunks: readonly Chunk[]): DiffConfig {
  const config: DiffConfig = { override: () => [] }
  ours.set(config, chunks)
  return config
}

/** Splits at '\n' only, like the comparison. CodeMirror also splits at '\r'. */
export function linesOf(text: string): string[] {
  return text.split('\n')
}

/**
 * Returns the start of line `line` (from 0). After a last line without '\n' it is one past the end, as the package
 * expects.
 */
function startOf(text: Text, line: number): number {
  return line < text.lines ? text.line(line + 1).from : text.length + 1
}

const ours = new WeakMap<DiffConfig, readonly Chunk[]>()
const build = Chunk.build

// an override's result is still changed by the package: hunks with a single "!" between them are joined, and insertions
// move into half-equal lines. Counts and steps would then differ
Chunk.build = (a, b, config) => (config && ours.get(config)) ?? build(a, b, config)
