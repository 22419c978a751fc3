import { type DryRunChanges, dryRunLimits } from '../../shared/agent-protocol/dry-run.ts'
import { diffLines } from '../../shared/diff/line-diff.ts'
import { whyPatternRefused } from '../../shared/platforms/documents/document-pattern.ts'
import { maskedSecret } from '../../shared/platforms/mask-secrets.ts'
import { placeholder } from '../../shared/platforms/multi-line-rules.ts'
import { normaliseText } from '../../shared/platforms/normalise.ts'
import type { Platform } from '../../shared/platforms/platform.ts'

/** Two texts of the same artifact, read one after the other. */
export interface TwoReadings {
  key: string
  first: Buffer
  second: Buffer
}

/**
 * Returns the lines in which two readings differ although the platform's rules for comparisons were applied, with a pattern
 * for each that would ignore the difference.
 * @param mask returns as many lines as it gets
 */
export function proposeVolatile(
  { key, first, second }: TwoReadings,
  platform: Platform,
  mask: (lines: readonly string[]) => string[],
): DryRunChanges {
  const [before, after] = [first, second].map((raw) => normaliseText(platform, key, raw).toString('latin1'))
  const [shownBefore, shownAfter] = [before, after].map((text) => mask((text ?? '').split('\n')))
  const pairs = diffLines(before ?? '', after ?? '').flatMap(({ aStart, aLength, bStart, bLength }) =>
    Array.from({ length: Math.max(aLength, bLength) }, (_, at) => ({
      first: at < aLength ? cut(shownBefore?.[aStart + at]) : null,
      second: at < bLength ? cut(shownAfter?.[bStart + at]) : null,
    })),
  )
  const differences = pairs
    .slice(0, dryRunLimits.differences)
    .map((pair) => ({ ...pair, proposal: proposalFor(pair.first, pair.second) }))
  return { changed_lines: pairs.length, differences }
}

function cut(line: string | undefined): string {
  return (line ?? '').slice(0, dryRunLimits.text)
}

/** Returns a pattern with the differing words in a group; null if nothing else would identify the line. */
function proposalFor(first: string | null, second: string | null): string | null {
  if (first === null || second === null) return null
  const pattern = first === second ? aroundSecret(first) : aroundDifference(first, second)
  return pattern !== null && whyPatternRefused(pattern) === undefined ? pattern : null
}

/** Only the masked value differs. */
function aroundSecret(line: string): string | null {
  const at = line.indexOf(maskedSecret)
  if (at <= 0) return null
  return `^${literal(line.slice(0, at))}(\\S+)${literal(line.slice(at + maskedSecret.length))}$`
}

/** The words between the common beginning and the common end. */
function aroundDifference(first: string, second: string): string | null {
  const most = Math.min(first.length, second.length)
  let begin = 0
  while (begin < most && first[begin] === second[begin]) begin++
  begin = begin === 0 ? 0 : first.lastIndexOf(' ', begin - 1) + 1
  let end = 0
  while (end < most - begin && first.at(-1 - end) === second.at(-1 - end)) end++
  const rest = first.slice(first.length - end)
  const suffix = rest.includes(' ') ? rest.slice(rest.indexOf(' ')) : ''
  const prefix = first.slice(0, begin)
  if (`${prefix}${suffix}`.trim() === '') return null
  return `^${literal(prefix)}(.*)${literal(suffix)}$`
}

function literal(text: string): string {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return escaped.replaceAll(maskedSecret, '\\S+').replaceAll(placeholder, '.*')
}
