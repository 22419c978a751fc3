import type { Comparison } from '../diff/compare-lines.ts'
import { hunksOf } from '../diff/line-diff.ts'
import { type Magnitude, magnitudeOf } from '../diff/magnitude.ts'
import { type MessageOf, message } from '../messages/message.ts'
import { type BlockChange, describeBlocks } from './describe-blocks.ts'
import { createLineMask } from './mask-secrets.ts'
import type { Platform } from './platform.ts'
import { type ReadLine, TextSide } from './text-side.ts'

export interface ChangeSummary {
  message: MessageOf<'summary'>
  /**
   * Changed lines with the blocks that contain them, in order: equal changes of different texts have the same. Secrets are
   * masked as the platform knows them. Null for a change above the limits, of which only the lines are counted.
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
  for (const [sign, line] of readChange(platform, comparison)) {
    const name = line.path.join('\n')
    const part = `${sign}${name}\n ${line.masked}`
    length += part.length
    if (line.isTooDeep || length > maxIdentityLength) return countChange(magnitude)
    identity.push(part)
    if (line.isInWholeBlock) continue
    const change = changes.get(name) ?? { path: line.path, removedBlocks: [], addedBlocks: [], removed: [], added: [] }
    changes.set(name, change)
    if (sign === '-') (line.isWholeBlock ? change.removedBlocks : change.removed).push(line)
    else (line.isWholeBlock ? change.addedBlocks : change.added).push(line)
  }
  return { message: describeBlocks([...changes.values()], magnitude), identity: identity.join('\n') }
}

/** Returns the summary of a change of which only the lines are counted. */
export function countChange({ added, removed }: Magnitude): ChangeSummary {
  const changes = [message('summary_lines_changed', { added, removed })]
  return { message: message('summary', { changes }), identity: null }
}

/** Yields the removed and added lines in order. */
function* readChange(platform: Platform, comparison: Comparison): Generator<[sign: '-' | '+', line: ReadLine]> {
  const { a, b, start, removed, added } = comparison
  const mask = createLineMask(platform)
  const before = new TextSide(a, removed, start, platform.outline, mask)
  const after = new TextSide(b, added, start, platform.outline, mask)
  for (const { aStart, aLength, bStart, bLength } of hunksOf(comparison)) {
    for (const line of before.read(aStart, aLength)) yield ['-', line]
    for (const line of after.read(bStart, bLength)) yield ['+', line]
  }
}
