import type { FailureCode } from '../../shared/contract/failures.ts'
import type { ExpectationMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { ShellArtifact, ShellDescription } from '../../shared/platforms/platform.ts'
import {
  ArtifactUnavailable,
  type RequestContext,
  type TextExtractor,
  type WhyNoText,
} from '../../shared/platforms/requests.ts'
import { lineShape, knownWords } from '../../shared/redact/describe-size.ts'
import type { TextStore } from './device-collector.ts'
import type { TextReader } from './answer-reader.ts'
import { createTextCheck } from './text-check.ts'
import { createTextIntake, refusalIn, type TextIntake } from './text-intake.ts'
import type { KeptText } from './text-keeper.ts'

export type Decision = { is: 'text'; kept: KeptText; metadata: Record<string, unknown>; warnings: string[] } | WhyNoText

/** Finds out whether an answer is the artifact, whole, while it comes; keeps it. */
export interface AnswerJudge extends TextReader {
  decision(): Promise<Decision>
}

/**
 * The lines in front that are no part of the artifact are dropped, and the blank ones behind: those are the prompt's.
 * @param store for a text that is long; without it each is held
 */
export function createAnswerJudge(
  artifact: ShellArtifact,
  shell: ShellDescription,
  context: RequestContext,
  store?: () => TextStore,
): AnswerJudge {
  const leading = [...shell.preamble, ...(shell.promptLead ? [shell.promptLead] : []), ...(artifact.skipLeading ?? [])]
  const check = createTextCheck(artifact)
  const first: string[] = [] // in which a refusal may stand
  let isLeading = true
  const blanks: string[] = []
  let lines = 0
  let broken: string | undefined
  let foreign: string | undefined
  let settled: Decision | undefined

  let taker: TextExtractor | undefined
  let intake: TextIntake = createTextIntake({})
  let refusal = refusalIn(() => {
    taker = artifact.extract?.(context)
    intake = createTextIntake({ inspector: artifact.inspect?.(context) }, store)
  })

  function look(line: string): void {
    lines += 1
    check.look(line)
    if (first.length < shell.refusalLines && line.trim() !== '') first.push(line)
    if (broken === undefined && shell.broken?.test(line)) broken = line
    if (foreign === undefined) foreign = foreignIn(line, shell)
  }

  function withinFrame(said: readonly string[]): string[] {
    const within: string[] = []
    for (const line of said) {
      const isBlank = line.trim() === ''
      if (isLeading && (isBlank || leading.some((pattern) => pattern.test(line)))) continue
      isLeading = false
      if (isBlank) blanks.push(line)
      else within.push(...blanks.splice(0), line)
    }
    return within
  }

  async function take(text: Buffer): Promise<void> {
    if (refusal) return
    try {
      for (let from = 0; from < text.length; from += pieceBytes) {
        const piece = text.subarray(from, from + pieceBytes)
        await intake.push(taker ? taker.push(piece) : piece)
      }
    } catch (error) {
      if (!(error instanceof ArtifactUnavailable)) throw error
      refusal = error
    }
  }

  /** The text in the answer, as the artifact's own looks at it find it. */
  async function textOf(metadata: Record<string, unknown>): Promise<Decision> {
    try {
      if (refusal) throw refusal
      if (taker) await intake.push(taker.end())
      const { kept, warnings, metadata: seen } = await intake.end()
      return { is: 'text', kept, metadata: { ...metadata, ...seen }, warnings }
    } catch (error) {
      if (error instanceof ArtifactUnavailable) return error.why
      throw error
    }
  }

  async function judge(): Promise<Decision> {
    const found = (patterns: readonly RegExp[]) => first.find((line) => patterns.some((pattern) => pattern.test(line)))
    if (broken !== undefined)
      return failed('request_failed', message('expected_whole_answer'), told(broken, shell.broken))
    const denial = found(shell.permissionErrors)
    if (denial !== undefined)
      return failed(
        'privilege_insufficient',
        message('expected_account_that_reads'),
        told(denial, ...shell.permissionErrors),
      )
    const refused = found(shell.errorPatterns)
    if (refused !== undefined)
      return failed('command_refused', message('expected_answer'), told(refused, ...shell.errorPatterns))
    const busy = found(shell.busy)
    if (busy !== undefined) return failed('device_busy', message('expected_answer'), told(busy, ...shell.busy))
    const absence = artifact.absent && found([artifact.absent])
    if (absence !== undefined)
      return { is: 'absent', reason: message('artifact_not_on_device', { seen: told(absence, artifact.absent) }) }
    if (foreign !== undefined) return failed('output_disturbed', message('expected_only_answer'), foreign)
    if (lines === 0) return failed('output_truncated', message('expected_answer'), '')
    const checked = check.end()
    return checked.lacks ?? textOf(checked.metadata)
  }

  async function decision(): Promise<Decision> {
    if (settled) return settled
    const now = await judge()
    if (now.is !== 'failed' || now.code !== 'output_truncated') settled = now
    return now
  }

  return {
    knowsEnd: artifact.lastLine !== undefined,
    disturb(seen) {
      settled = undefined
      foreign ??= seen
    },
    async push(said) {
      const within = withinFrame(said)
      if (within.length === 0) return
      settled = undefined
      for (const line of within) look(line)
      await take(Buffer.from(`${within.join('\n')}\n`, 'latin1'))
    },
    async isCut() {
      const now = await decision()
      return now.is === 'failed' && now.code === 'output_truncated'
    },
    decision,
  }
}

const pieceBytes = 64 * 1024

function failed(code: FailureCode, expected: ExpectationMessage, seen: string): Decision {
  return { is: 'failed', code, expected, seen }
}

/** What does not belong into an answer, in words of ours: behind the mark of a pager stands the configuration. */
function foreignIn(line: string, shell: ShellDescription): string | undefined {
  const length = lineShape(line)
  if (line.includes('\0')) return `a zero byte in ${length}`
  if (shell.pager.residue.test(line)) return `the mark of a pager${markIn(line)} in ${length}`
  if (!shell.syslogLine.test(line) && !line.startsWith('Message from syslogd@')) return undefined
  const [name] = /%[A-Z0-9_$]+(?:-[A-Z0-9_]+)*-\d-[A-Z0-9_]+/.exec(line) ?? []
  return name === undefined ? `a message to all terminals in ${length}` : `the log message ${name} in ${length}`
}

function markIn(line: string): string {
  const [mark] = /--more--|---\(more|^\s*lines \d+-\d+/i.exec(line) ?? []
  return mark === undefined ? '' : `, ${mark.trim()},`
}

function told(line: string, ...patterns: (RegExp | undefined)[]): string {
  return knownWords(
    line,
    patterns.filter((pattern) => pattern !== undefined),
  )
}
