import { type DryRunMatch, type DryRunRule, dryRunLimits } from '../../shared/agent-protocol/dry-run.ts'
import type { NormaliseRule } from '../../shared/platforms/normalisation.ts'
import type { Platform, ShellDescription } from '../../shared/platforms/platform.ts'
import type { TextChecks } from '../../shared/platforms/requests.ts'
import { isBlank } from '../../shared/platforms/is-blank.ts'
import { isEcho } from '../collect/cli/terminal-text.ts'
import type { ShownLines } from './transcript.ts'

/** What a transcript shows: the login, or the answer for an artifact. */
export interface MatchedExchange {
  /** Null for the login. */
  artifact: string | null
  command: string | null
  /** How the end of the artifact is recognised. */
  checks: TextChecks
}

interface LineRule {
  rule: DryRunRule
  pattern: RegExp
  /** Only in the first lines of the answer, as when it is read. */
  isOfAnswer?: true
}

/**
 * Returns the rules of a platform that match lines of a transcript. A volatile value within a block is listed wherever its
 * pattern matches.
 * @param shell absent for files and requests
 */
export function matchRules(
  { lines, paged }: ShownLines,
  exchange: MatchedExchange,
  platform: Platform,
  shell: ShellDescription | undefined,
): DryRunMatch[] {
  const answer = shell ? answerLines(lines, exchange, shell) : new Set<number>()
  const rules = [
    ...(shell ? shellRules(shell) : []),
    ...(exchange.artifact === null ? [] : artifactRules(platform, exchange.artifact, exchange.checks, shell)),
  ]
  const found = rules.flatMap((rule) => {
    const matching = lines.flatMap((line, at) => (isMatch(rule, line, at, answer) ? [at] : []))
    return toMatch(rule, matching)
  })
  const pages = shell ? toMatch({ rule: 'pager', pattern: shell.pager.mark }, paged) : []
  return [...found, ...pages].slice(0, dryRunLimits.matches)
}

function isMatch({ pattern, isOfAnswer }: LineRule, line: string, at: number, answer: ReadonlySet<number>): boolean {
  if (isOfAnswer && !answer.has(at)) return false
  return line !== '' && pattern.test(line)
}

function toMatch({ rule, pattern }: LineRule, found: readonly number[]): DryRunMatch[] {
  if (found.length === 0) return []
  const source = `${pattern.flags.includes('i') ? '(?i)' : ''}${pattern.source}`.slice(0, dryRunLimits.text)
  const lines = found.slice(0, dryRunLimits.linesOfMatch).map((at) => at + 1)
  return [{ rule, pattern: source, lines, count: found.length }]
}

function shellRules(shell: ShellDescription): LineRule[] {
  const one = (rule: DryRunRule, pattern: RegExp | undefined): LineRule[] => (pattern ? [{ rule, pattern }] : [])
  return [
    ...one('prompt', shell.prompt),
    ...one('lead', shell.promptLead),
    ...[...(shell.questions ?? []), ...(shell.choices ?? [])].flatMap(({ seen }) => one('login', seen)),
    ...one('broken', shell.broken),
    ...one('syslog', shell.syslogLine),
    ...shell.preamble.flatMap((pattern) => one('preamble', pattern)),
    ...ofAnswer('error', shell.errorPatterns),
    ...ofAnswer('denied', shell.permissionErrors),
    ...ofAnswer('busy', shell.busy),
  ]
}

function artifactRules(
  platform: Platform,
  key: string,
  { firstLine, lastLine, requiredLines = [] }: TextChecks,
  shell: ShellDescription | undefined,
): LineRule[] {
  const ofShell = shell?.artifacts[key]
  const several = (rule: DryRunRule, patterns: readonly RegExp[]): LineRule[] =>
    patterns.map((pattern) => ({ rule, pattern }))
  const rules = platform.normalise?.rules ?? []
  return [
    ...ofAnswer('absent', ofShell?.absent ? [ofShell.absent] : []),
    ...several('skip', ofShell?.skipLeading ?? []),
    ...several('first', firstLine ? [firstLine] : []),
    ...several('last', lastLine ? [lastLine] : []),
    ...several('contains', requiredLines),
    ...several('fact', platform.facts?.[key] ?? []),
    ...several('secret', platform.secrets ?? []),
    ...rules.filter(({ artifacts }) => artifacts?.includes(key) ?? true).flatMap(comparisonRule),
  ]
}

function comparisonRule(rule: NormaliseRule): LineRule[] {
  if ('remark' in rule) return [{ rule: 'ignored', pattern: rule.remark }]
  if ('volatile' in rule) return [{ rule: 'volatile', pattern: rule.volatile }]
  return 'sorted' in rule ? [{ rule: 'sorted', pattern: rule.sorted }] : []
}

function ofAnswer(rule: DryRunRule, patterns: readonly RegExp[]): LineRule[] {
  return patterns.map((pattern) => ({ rule, pattern, isOfAnswer: true }))
}

/** Returns the indexes of the lines in which an error is recognised: the first ones behind the echo. */
function answerLines(
  lines: readonly string[],
  { artifact, command }: MatchedExchange,
  shell: ShellDescription,
): Set<number> {
  if (artifact === null || command === null) return new Set(lines.keys())
  const from = lines.findIndex((line) => isEcho(line, command)) + 1
  const leading = [...shell.preamble, ...(shell.artifacts[artifact]?.skipLeading ?? [])]
  const isLeading = (line: string) => isBlank(line) || leading.some((pattern) => pattern.test(line))
  const start = lines.findIndex((line, at) => at >= from && !isLeading(line))
  if (start === -1) return new Set()
  const shown = Array.from(lines.keys()).filter((at) => at >= start && !isBlank(lines[at] ?? ''))
  return new Set(shown.slice(0, shell.refusalLines))
}
