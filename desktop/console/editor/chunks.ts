import { Change, Chunk, type DiffConfig } from '@codemirror/merge'
import type { Text } from '@codemirror/state'
import type { Comparison } from './comparison.ts'

/** The chunks of the merge view, exactly as the comparison has its hunks. The texts must be its texts, cut at '\n'. */
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

/** Tells the merge view to draw these chunks instead of comparing by itself. */
export function drawing(chunks: readonly Chunk[]): DiffConfig {
  const config: DiffConfig = { override: () => [] }
  ours.set(config, chunks)
  return config
}

/** Cut at '\n' alone, as the comparison is: CodeMirror by itself also ends lines at '\r'. */
export function linesOf(text: string): string[] {
  return text.split('\n')
}

/** Line `line` (from 0); behind the last line that has no '\n', one past the end, as the package has it. */
function startOf(text: Text, line: number): number {
  return line < text.lines ? text.line(line + 1).from : text.length + 1
}

const ours = new WeakMap<DiffConfig, readonly Chunk[]>()
const build = Chunk.build

// What an override returns is still made "presentable" by the package: hunks with a single "!" between them become one,
// and insertions slide into half-equal lines. The counts and steps of a configuration's difference would not hold.
Chunk.build = (a, b, config) => (config && ours.get(config)) ?? build(a, b, config)
