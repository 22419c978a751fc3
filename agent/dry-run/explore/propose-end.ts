import type { ProposalReason } from '../../../shared/agent-protocol/dry-run.ts'
import { compileChecks } from '../../../shared/platforms/documents/compile-checks.ts'
import type { CompleteSection } from '../../../shared/platforms/documents/document.ts'
import { documentPattern, whyPatternRefused } from '../../../shared/platforms/documents/document-pattern.ts'
import { checkCuts } from '../check-cuts.ts'
import type { Answer } from './answer.ts'
import { literal } from './error-lines.ts'

/** How the end of a text can be recognised. */
export interface ProposedEnd {
  section: CompleteSection
  reason: ProposalReason
  /** The line that is the evidence; null: all lines are. */
  shown: string | null
}

/** Last lines that only mark the end of a configuration. */
const endOfText = /^(?:\W*(?:end|return|exit|quit|done|complete[d]?|finish(?:ed)?|eof)\b|[-=*#!]{2,})/i

/**
 * Returns the first rule that refuses every cut of an answer, the most lenient one first. Without one, a configuration needs
 * half of its lines, so that a dry run reports the cuts that are accepted.
 */
export async function proposeEnd(answer: Answer): Promise<ProposedEnd> {
  const { lines, isCut } = answer
  const fewest = { section: { min_lines: Math.max(2, Math.floor(lines.length / 2)) }, reason: 'lines_counted' as const }
  if (isCut) return { ...fewest, shown: null }
  const text = Buffer.from(`${lines.join('\n')}\n`, 'latin1')
  for (const candidate of candidates(answer)) {
    const { section } = candidate
    const checks = compileChecks({ coffer: 1, id: 'explored' }, answer.key, section)
    const { accepted } = await checkCuts({ checks, brackets: section.brackets === true }, text)
    if (accepted === 0) return candidate
  }
  if (lines.length > 1) return { ...fewest, shown: null }
  return {
    section: { contains: [`^${withoutNumbers(lines[0] ?? '')}`] },
    reason: 'unique_last_line',
    shown: lines[0] ?? null,
  }
}

function candidates({ key, lines }: Answer): ProposedEnd[] {
  const last = lines.at(-1) ?? ''
  const isConfig = key === 'running-config' || key === 'startup-config'
  const patterns = isConfig
    ? endOfText.test(last.trim())
      ? [`^${withoutNumbers(last)}$`]
      : []
    : [`^${literal(last.replace(/\S*\d.*$/, ''))}`, `^${withoutNumbers(last)}$`]
  const byLine = patterns
    .filter((pattern) => pattern.length > 2 && whyPatternRefused(pattern) === undefined && isUnique(pattern, lines))
    .map((pattern) => ({ section: { last: pattern }, reason: 'unique_last_line' as const, shown: last }))
  const opened = lines.filter((line) => /[{[(]\s*$/.test(line)).length
  const byBrackets = { section: { brackets: true }, reason: 'brackets_closed' as const, shown: last }
  return [...byLine, ...(opened > 1 ? [byBrackets] : [])]
}

function isUnique(source: string, lines: readonly string[]): boolean {
  const pattern = documentPattern(source)
  return lines.filter((line) => pattern.test(line)).length === 1
}

function withoutNumbers(line: string): string {
  return literal(line.trimEnd()).replace(/\d+/g, '\\d+')
}
