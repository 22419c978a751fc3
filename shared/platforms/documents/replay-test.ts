import { message } from '../../messages/message.ts'
import { isBlank } from '../is-blank.ts'
import { BracketCounter } from '../balanced-brackets.ts'
import { maskedSecret } from '../mask-secrets.ts'
import type { ShellDescription } from '../platform.ts'
import { TextCheck } from '../text-check.ts'
import { artifactsOf, type DocumentFault } from './check-document.ts'
import { compileChecks } from './compile-checks.ts'
import { compileDocument } from './compile-document.ts'
import type { PlatformDocument } from './document.ts'
import { documentPattern } from './document-pattern.ts'

/** What a device answered for one artifact, as a terminal showed it, with masked secrets. */
export interface TestedAnswer {
  artifact: string
  command: string
  outcome: 'accepted' | 'absent'
  /** Without the echo of the command and the prompt. */
  lines: string[]
  /** Indexes of lines whose secrets a pattern of the document masked. */
  masked: number[]
}

/** A transcript of a device that every later version of its document must still read. */
export interface DocumentTest {
  /** The prompt of the device; null without a command line. */
  prompt: string | null
  answers: TestedAnswer[]
}

/** A rule of a document that no longer reads a transcript as before. */
export interface ReplayFault {
  /** Key of the document. */
  rule:
    | 'absent'
    | 'artifacts'
    | 'brackets'
    | 'busy'
    | 'commands'
    | 'contains'
    | 'denied'
    | 'errors'
    | 'first'
    | 'last'
    | 'min_lines'
    | 'prompt'
    | 'secrets'
  artifact: string | null
  /** Of the answer, from 1; null if the whole answer is concerned. */
  line: number | null
}

/** Returns the faults of a document that reads a test differently, each at the key of its rule. */
export function testFaults(document: PlatformDocument, test: string, content: DocumentTest): DocumentFault[] {
  return replayTest(document, content).map(({ rule, artifact, line }) => {
    if (artifact === null) return { path: ['ssh', 'prompt'], reason: message('document_test_prompt', { test }) }
    const facts = { test, artifact, rule }
    const reason =
      line === null ? message('document_test_failed', facts) : message('document_test_failed_at', { ...facts, line })
    return { path: pathOf(rule, artifact), reason }
  })
}

function pathOf(rule: ReplayFault['rule'], artifact: string): string[] {
  if (rule === 'secrets') return ['secrets']
  if (rule === 'errors' || rule === 'denied' || rule === 'busy') return ['ssh', rule]
  return rule === 'artifacts' ? ['artifacts'] : ['artifacts', artifact, rule]
}

/** Returns what a document without faults would read differently from a test; empty if it reads the same. */
export function replayTest(document: PlatformDocument, { prompt, answers }: DocumentTest): ReplayFault[] {
  const { ssh } = compileDocument(document)
  const shell = ssh?.driver === 'shell' ? ssh : undefined
  const isOtherPrompt = prompt !== null && shell?.prompt.test(prompt) === false
  return [
    ...(isOtherPrompt ? [{ rule: 'prompt' as const, artifact: null, line: null }] : []),
    ...answers.flatMap((answer) => replayAnswer(document, answer, shell)),
  ]
}

function replayAnswer(
  document: PlatformDocument,
  answer: TestedAnswer,
  shell: ShellDescription | undefined,
): ReplayFault[] {
  const { artifact, command, lines, masked } = answer
  const fault = (rule: ReplayFault['rule'], line: number | null = null): ReplayFault => ({ rule, artifact, line })
  const section = artifactsOf(document)[artifact]
  if (!section) return [fault('artifacts')]
  const read = shell?.artifacts[artifact]
  if (read && !read.commands.includes(command)) return [fault('commands')]
  const leading = [...(shell?.preamble ?? []), ...(read?.skipLeading ?? [])]
  const start = lines.findIndex((line) => !isBlank(line) && !leading.some((pattern) => pattern.test(line)))
  const text = start === -1 ? [] : lines.slice(start)
  const first = text
    .flatMap((line, at) => (isBlank(line) ? [] : [{ line, number: start + at + 1 }]))
    .slice(0, shell?.refusalLines ?? 5)
  const find = (patterns: readonly RegExp[]) =>
    first.find(({ line }) => patterns.some((pattern) => pattern.test(line)))?.number
  for (const [rule, patterns] of [
    ['denied', shell?.permissionErrors],
    ['errors', shell?.errorPatterns],
    ['busy', shell?.busy],
  ] as const) {
    const line = find(patterns ?? [])
    if (line !== undefined) return [fault(rule, line)]
  }
  const absence = read?.absent && find([read.absent])
  if (answer.outcome === 'absent') return absence === undefined ? [fault('absent')] : []
  if (absence !== undefined) return [fault('absent', absence)]
  const secrets = (document.secrets ?? []).map(secretPattern)
  const shown = masked.find((at) => !secrets.some((hides) => hides(lines[at] ?? '')))
  return [
    ...endFaults(document, answer, text).map((rule) => fault(rule)),
    ...(shown === undefined ? [] : [fault('secrets', shown + 1)]),
  ]
}

/** Returns the rules of the end of a text that it does not fulfil. Each is checked alone. */
function endFaults(
  document: PlatformDocument,
  { artifact }: TestedAnswer,
  text: readonly string[],
): ReplayFault['rule'][] {
  const section = artifactsOf(document)[artifact] ?? {}
  const lacking = endRules.filter((rule) => {
    const check = new TextCheck(compileChecks({ coffer: 1, id: document.id }, artifact, { [rule]: section[rule] }))
    for (const line of text) check.addLine(line)
    return check.end().lacks !== undefined
  })
  const brackets = new BracketCounter()
  brackets.push(`${text.join('\n')}\n`)
  return [...lacking, ...(section.brackets && !brackets.isClosed ? ['brackets' as const] : [])]
}

const endRules = ['first', 'last', 'contains', 'min_lines'] as const

/** A pattern may match only secrets of one form, such as hexadecimal digits or a hash. */
const secretForms = [maskedSecret, '0123456789', '0A1B2C3D4E', '$1$aB3$c', '$6$aB3$c', '$9$aB3c']

/** Returns whether a pattern hides the masked secret of a line. */
function secretPattern(source: string): (line: string) => boolean {
  const pattern = documentPattern(source)
  return (line) =>
    secretForms.some((secret) =>
      (pattern.exec(line.replaceAll(maskedSecret, () => secret)) ?? [])
        .slice(1)
        .some((group) => group?.includes(secret)),
    )
}
