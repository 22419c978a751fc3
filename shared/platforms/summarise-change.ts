import type { Comparison } from '../diff/compare-lines.ts'
import { hunksOf } from '../diff/line-diff.ts'
import { type Magnitude, magnitudeOf } from '../diff/magnitude.ts'
import { type MessageOf, message } from '../messages/message.ts'
import { type BlockChange, describeBlocks } from './describe-blocks.ts'
import type { Platform } from './platform.ts'
import { type ReadLine, TextSide } from './text-side.ts'

export interface ChangeSummary {
  message: MessageOf<'summary'>
  /**
   * Changed lines in order, with the blocks that contain them and their places there: equal changes of different texts have the same.
   * It contains secrets in clear text, so only a keyed hash of it may be stored. Salted hashes and encrypted secrets are masked.
   * Null for a change above the limits, of which only the lines are counted.
   */
  identity: string | null
}

/** Limits of the time that a summary takes: longer texts, and larger or more deeply nested changes, have counts only. */
const maxTextBytes = 4 * 1024 * 1024
const maxChangedLines = 400
const maxIdentityLength = 512 * 1024

/** Returns what changed between two texts that are normalised by the rules of the platform. Secrets are masked. */
export function summariseChange(platform: Platform, comparison: Comparison): ChangeSummary {
  const { a, b } = comparison
  const magnitude = magnitudeOf(comparison)
  const isLarge = magnitude.added + magnitude.removed > maxChangedLines
  if (isLarge || a.bytes.length + b.bytes.length > maxTextBytes) return countChange(magnitude)
  const changes = new Map<string, BlockChange>()
  const identity: string[] = []
  let length = 0
  for (const part of readChange(platform, comparison)) {
    const text = JSON.stringify([part.kind, ...(part.kind === 'place' ? part.neighbours : part.line.identity)])
    length += text.length
    if (length > maxIdentityLength) return countChange(magnitude)
    identity.push(text)
    if (part.kind === 'place') continue
    const { kind, line } = part
    if (line.isTooDeep) return countChange(magnitude)
    if (line.isInWholeBlock) continue
    const name = JSON.stringify(line.identity.slice(0, -1))
    const change = changes.get(name) ?? { path: line.path, removedBlocks: [], addedBlocks: [], removed: [], added: [] }
    changes.set(name, change)
    if (kind === 'removed') (line.isWholeBlock ? change.removedBlocks : change.removed).push(line)
    else (line.isWholeBlock ? change.addedBlocks : change.added).push(line)
  }
  return { message: describeBlocks([...changes.values()], magnitude), identity: identity.join('\n') }
}

/** Returns the summary of a change of which only the lines are counted. */
export function countChange({ added, removed }: Magnitude): ChangeSummary {
  const changes = [message('summary_lines_changed', { added, removed })]
  return { message: message('summary', { changes }), identity: null }
}

type ChangePart = { kind: 'place'; neighbours: readonly string[] } | { kind: 'removed' | 'added'; line: ReadLine }

/** Yields the place of each difference, and its removed and added lines, in order. */
function* readChange(platform: Platform, comparison: Comparison): Generator<ChangePart> {
  const { a, b, start, removed, added } = comparison
  const before = new TextSide(a, removed, start, platform)
  const after = new TextSide(b, added, start, platform)
  for (const { aStart, aLength, bStart, bLength } of hunksOf(comparison)) {
    yield {
      kind: 'place',
      neighbours: bLength > 0 ? after.neighbours(bStart, bLength) : before.neighbours(aStart, aLength),
    }
    for (const line of before.read(aStart, aLength)) yield { kind: 'removed', line }
    for (const line of after.read(bStart, bLength)) yield { kind: 'added', line }
  }
}
