import { checkDocument } from '../../../shared/platforms/documents/check-document.ts'
import type { VerbFamily } from '../../../shared/platforms/documents/display-verbs.ts'
import type { PlatformDocument } from '../../../shared/platforms/documents/document.ts'
import { documentPattern, whyPatternRefused } from '../../../shared/platforms/documents/document-pattern.ts'
import { documentLimits } from '../../../shared/platforms/documents/schema.ts'
import { whyNotReadOnly } from '../../../shared/platforms/documents/read-only.ts'
import type { ProposedRule, ProposalReason } from '../../../shared/agent-protocol/dry-run.ts'
import type { Answer } from './answer.ts'
import { errorLine, errorShape, literal } from './error-lines.ts'
import type { Exploration, Question } from './explore-device.ts'
import { commandGroups, enableCommand } from './known-commands.ts'
import { proposeEnd } from './propose-end.ts'
import { factPatterns, secretPatterns } from './known-patterns.ts'

/** A proposed rule before its secrets are masked. */
export type Rule = Omit<ProposedRule, 'value'> & { value: unknown }

/** Returns the rules of a document for a device that was explored, each with the line that is its evidence. */
export async function proposeRules(found: Exploration): Promise<Rule[]> {
  return [
    ...proposeDialogue(found),
    ...proposeErrors(found),
    ...proposeVerbs(found),
    ...(await Promise.all(found.answers.map(proposeArtifact))),
    ...proposePatterns(found),
  ]
}

function rule(
  path: string,
  value: unknown,
  reason: ProposalReason,
  shown: string | null,
  command: string | null = null,
) {
  return { path, value, reason, command, shown }
}

function proposeDialogue(found: Exploration): Rule[] {
  const { newline, questions, prompt, userPrompt, secretQuestion, pager, pagerOff, logout } = found
  const mark = pager && (literal(pager.mark).replace(/\d+/g, '\\d+') || null)
  return [
    ...(newline === 'cr' ? [rule('ssh.newline', 'cr', 'newline_ignored', null)] : []),
    ...questions.map(({ line, answer }) =>
      rule('ssh.login', [{ seen: `^${literal(line)}\\s?$`, ...answerTo(answer) }], 'login_question', line),
    ),
    rule('ssh.prompt', promptSection(prompt, userPrompt), 'prompt_repeated', prompt),
    ...(userPrompt === null
      ? []
      : [
          rule('ssh.enable', enableSection(secretQuestion), 'privileged_mode', secretQuestion ?? prompt, enableCommand),
        ]),
    ...(pager && mark ? [rule('ssh.pager', { mark: `^${mark}$` }, 'page_continued', pager.mark, pager.command)] : []),
    ...(pagerOff === null ? [] : [rule('ssh.prepare', [pagerOff], 'pager_off', null, pagerOff)]),
    ...(logout === null ? [] : [rule('ssh.logout', logout, 'channel_closed', null, logout)]),
  ]
}

function answerTo(answer: Question['answer']): object {
  return answer === 'username' || answer === 'password' ? { answer } : { key: answer }
}

function enableSection(secretQuestion: string | null): object {
  return { command: enableCommand, ...(secretQuestion !== null && { secret: `^${literal(secretQuestion)}\\s?$` }) }
}

/** Every name in a prompt may differ on another device. */
function promptSection(prompt: string, userPrompt: string | null): object {
  const host = prompt
    .slice(0, -1)
    .split(/([\w.-]*\w[\w.-]*)/)
    .map((part, at) => (at % 2 === 1 ? '[\\w.-]+' : literal(part)))
    .join('')
  return {
    host: host === '' ? '\\s?' : host,
    privileged: prompt.slice(-1),
    ...(userPrompt !== null && { user: userPrompt.slice(-1) }),
  }
}

/** A pattern that also matches the beginning of an answer would reject it. */
function proposeErrors({ rejected, answers }: Exploration): Rule[] {
  const starts = answers.flatMap(({ lines }) => lines.filter((line) => line.trim() !== '').slice(0, 5))
  const patterns = new Map<string, Rule>()
  for (const answer of rejected) {
    const shape = errorShape(answer)?.replace(/\.\*$/, '')
    if (shape === undefined || shape.replace(/\.\*/g, '').length < shortestError) continue
    const pattern = `^\\s*${shape}`
    if (patterns.has(pattern) || !isUsable(pattern) || starts.some((line) => documentPattern(pattern).test(line)))
      continue
    patterns.set(pattern, rule('ssh.errors', [pattern], 'command_rejected', errorLine(answer) ?? null, answer.command))
  }
  return [...patterns.values()].slice(0, mostErrors)
}

const shortestError = 5
const mostErrors = 8

function proposeVerbs({ answers }: Exploration): Rule[] {
  const [first] = answers
  const family = first && familyOf(answers)
  return first && family
    ? [rule('verbs', family, 'answered', first.lines.find((line) => /\w/.test(line)) ?? null, first.command)]
    : []
}

/** Of the families that allow all commands, the one whose group answered; braces are those of Junos. */
function familyOf(answers: readonly Answer[]): VerbFamily | undefined {
  const allows = (family: VerbFamily) =>
    answers.every(({ command }) => whyNotReadOnly(command, { family, allow: [] }) === undefined)
  const config = answers.find(({ key }) => key === 'running-config')
  const blocks = config?.lines.filter((line) => line.endsWith('{')).length ?? 0
  const isJunos = config?.command === 'show configuration' && blocks > 2
  const families: VerbFamily[] = [
    ...(isJunos ? (['junos'] as const) : []),
    ...commandGroups.map(({ family }) => family),
  ]
  return families.find(allows)
}

async function proposeArtifact(answer: Answer): Promise<Rule> {
  const { key, command, lines } = answer
  const { section, reason, shown } = await proposeEnd(answer)
  const isRequired = key === 'running-config'
  const value = { commands: [command], ...section, ...(isRequired && { required: true }) }
  return rule(`artifacts.${key}`, value, reason, shown ?? lines.at(-1) ?? null, command)
}

function proposePatterns({ answers }: Exploration): Rule[] {
  const secrets = secretPatterns.flatMap((pattern) => {
    const found = firstMatch(answers, pattern)
    return found ? [rule('secrets', [pattern], 'contains_secret', found.line, found.answer.command)] : []
  })
  const named = new Set<string>()
  const facts = factPatterns.flatMap(([name, pattern]) => {
    const found = named.has(name) ? undefined : firstMatch(answers, pattern)
    if (!found) return []
    named.add(name)
    return [rule(`facts.${found.answer.key}`, [pattern], 'contains_fact', found.line, found.answer.command)]
  })
  return [...secrets, ...facts]
}

function firstMatch(answers: readonly Answer[], source: string): { answer: Answer; line: string } | undefined {
  const pattern = documentPattern(source)
  for (const answer of answers) {
    const line = answer.lines.find((shown) => shown.length < longestLine && pattern.test(shown))
    if (line !== undefined) return { answer, line }
  }
  return undefined
}

/** Longer lines are data, not statements. */
const longestLine = 1_000

/**
 * Returns a document with these rules. Rules that the checks of documents refuse are left out.
 * @param document a document without faults
 */
export function withRules(
  document: PlatformDocument,
  rules: readonly Rule[],
): { document: PlatformDocument; rules: readonly Rule[] } {
  let left = rules.filter(({ value }) => patternsIn(value).every(isUsable))
  for (;;) {
    const whole = left.reduce(withRule, document)
    const refused = checkDocument(whole).map(({ path }) => path.join('.'))
    if (refused.length === 0) return { document: whole, rules: left }
    const fitting = left.filter(({ path }) => !refused.some((fault) => fault === path || fault.startsWith(`${path}.`)))
    left = fitting.length < left.length ? fitting : left.filter(({ path }) => path !== 'verbs')
    if (left.length === 0) return { document, rules: [] }
  }
}

function withRule(document: PlatformDocument, { path, value }: Rule): PlatformDocument {
  const set = (section: unknown, [key = '', ...keys]: string[]): unknown => {
    const present = (section ?? {}) as Record<string, unknown>
    if (keys.length > 0) return { ...present, [key]: set(present[key], keys) }
    const items = present[key]
    return {
      ...present,
      [key]: Array.isArray(value) && Array.isArray(items) ? [...(items as unknown[]), ...(value as unknown[])] : value,
    }
  }
  return set(document, path.split('.')) as PlatformDocument
}

/** Returns the texts of a value that are patterns: they begin at the beginning of a line or contain an escape. */
function patternsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\^|\\/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(patternsIn) : []
}

function isUsable(pattern: string): boolean {
  return pattern.length <= documentLimits.patternLength && whyPatternRefused(pattern) === undefined
}
