import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { ExpectationMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ShellArtifact, ShellDescription } from '../../../shared/platforms/platform.ts'
import {
  ArtifactUnavailable,
  type RequestContext,
  type TextExtractor,
  type TextInspector,
  type WhyNoText,
  type CaptureWarning,
} from '../../../shared/platforms/requests.ts'
import { LinearPattern, patternLike } from '../../../shared/search/linear-pattern.ts'
import { lineShape, knownWords } from '../../../shared/redact/describe-size.ts'
import type { TextStore } from '../device-collector.ts'
import type { TextReader } from './command-session.ts'
import { isBlank } from '../../../shared/platforms/is-blank.ts'
import { TextCheck } from '../../../shared/platforms/text-check.ts'
import { type CollectedText, refusalIn, TextPipeline } from '../text-pipeline.ts'

export type Decision =
  { kind: 'text'; text: CollectedText; metadata: Record<string, unknown>; warnings: CaptureWarning[] } | WhyNoText

/** Collects an answer and decides, as it arrives, whether it is the artifact and complete. */
export class ArtifactReader implements TextReader {
  /** Whether a complete text has a defined last line. Output behind it is not part of it. */
  readonly knowsEnd: boolean
  readonly limits: ShellArtifact['limits']
  readonly #artifact: ShellArtifact
  readonly #shell: ShellDescription
  readonly #leading: readonly RegExp[]
  readonly #isSuspect: (line: string) => boolean
  readonly #check: TextCheck
  readonly #text: TextPipeline
  readonly #extractor: TextExtractor | undefined
  readonly #first: string[] = [] // may contain an error message
  #isLeading = true
  #blanks: string[] = []
  #lines = 0
  #broken: string | undefined
  #foreign: string | undefined
  #refusal: ArtifactUnavailable | undefined
  #settled: Decision | undefined

  /**
   * Drops lines before the artifact that are not part of it, and blank lines behind it, which belong to the prompt.
   * @param store for a long text; if absent, every text is held in memory
   */
  constructor(artifact: ShellArtifact, shell: ShellDescription, context: RequestContext, store?: () => TextStore) {
    this.knowsEnd = artifact.lastLine !== undefined
    this.limits = artifact.limits
    this.#artifact = artifact
    this.#shell = shell
    this.#leading = [
      ...shell.preamble,
      ...(shell.promptLead ? [shell.promptLead] : []),
      ...(artifact.skipLeading ?? []),
    ]
    this.#isSuspect = suspectLines(shell)
    this.#check = new TextCheck(artifact)
    let extractor: TextExtractor | undefined
    let inspector: TextInspector | undefined
    this.#refusal = refusalIn(() => {
      extractor = artifact.extract?.(context)
      inspector = artifact.inspect?.(context)
    })
    this.#extractor = extractor
    this.#text = new TextPipeline({ checks: extractor && {}, inspector, store })
  }

  async push(lines: readonly string[]): Promise<void> {
    const taken: string[] = []
    for (const line of lines) this.#takeLine(line, taken)
    if (taken.length === 0) return
    this.#settled = undefined
    await this.#collect(Buffer.from(`${taken.join('\n')}\n`, 'latin1'))
  }

  disturb(seen: string): void {
    this.#settled = undefined
    this.#foreign ??= seen
  }

  async isCut(): Promise<boolean> {
    const decision = await this.decision()
    return decision.kind === 'failed' && decision.code === 'output_truncated'
  }

  async decision(): Promise<Decision> {
    if (this.#settled) return this.#settled
    const decision = this.#refused() ?? (await this.#collected())
    if (decision.kind !== 'failed' || decision.code !== 'output_truncated') this.#settled = decision
    return decision
  }

  #takeLine(line: string, taken: string[]): void {
    const blank = isBlank(line)
    if (this.#isLeading && (blank || this.#leading.some((pattern) => pattern.test(line)))) return
    this.#isLeading = false
    if (blank) return void this.#blanks.push(line)
    if (this.#blanks.length > 0) {
      for (const held of this.#blanks) this.#addLine(held, taken)
      this.#blanks = []
    }
    if (this.#first.length < this.#shell.refusalLines) this.#first.push(line)
    this.#addLine(line, taken)
  }

  #addLine(line: string, taken: string[]): void {
    taken.push(line)
    this.#lines += 1
    this.#check.addLine(line)
    if (!this.#isSuspect(line)) return
    if (this.#shell.broken?.test(line)) this.#broken ??= line
    this.#foreign ??= foreignIn(line, this.#shell)
  }

  async #collect(text: Buffer): Promise<void> {
    if (this.#refusal) return
    try {
      for (let from = 0; from < text.length; from += pieceBytes) {
        const piece = text.subarray(from, from + pieceBytes)
        await this.#text.push(this.#extractor ? this.#extractor.push(piece) : piece)
      }
    } catch (error) {
      if (!(error instanceof ArtifactUnavailable)) throw error
      this.#refusal = error
    }
  }

  /** Returns why the lines of the answer are not the artifact; undefined if they give no reason. */
  #refused(): Decision | undefined {
    const { broken, permissionErrors, errorPatterns, busy } = this.#shell
    const { absent } = this.#artifact
    const inAnswer = message('expected_answer')
    const find = (patterns: readonly RegExp[]) =>
      this.#first.find((line) => patterns.some((pattern) => pattern.test(line)))
    if (this.#broken !== undefined)
      return failed('request_failed', message('expected_whole_answer'), quoted(this.#broken, broken))
    const denial = find(permissionErrors)
    if (denial !== undefined) {
      const expected = message('expected_account_that_reads')
      return failed('privilege_insufficient', expected, quoted(denial, ...permissionErrors))
    }
    const refusal = find(errorPatterns)
    if (refusal !== undefined) return failed('command_refused', inAnswer, quoted(refusal, ...errorPatterns))
    const later = find(busy)
    if (later !== undefined) return failed('device_busy', inAnswer, quoted(later, ...busy))
    const absence = absent && find([absent])
    if (absence !== undefined)
      return { kind: 'absent', reason: message('artifact_not_on_device', { seen: quoted(absence, absent) }) }
    if (this.#foreign !== undefined) return failed('output_disturbed', message('expected_only_answer'), this.#foreign)
    return this.#lines === 0 ? failed('output_truncated', inAnswer, '') : undefined
  }

  /** Returns the text of the answer after the artifact's checks and inspector. */
  async #collected(): Promise<Decision> {
    const checked = this.#check.end()
    if (checked.lacks) return checked.lacks
    try {
      if (this.#refusal) throw this.#refusal
      if (this.#extractor) await this.#text.push(this.#extractor.end())
      const { text, warnings, metadata } = await this.#text.end()
      return { kind: 'text', text, metadata: { ...checked.metadata, ...metadata }, warnings }
    } catch (error) {
      if (error instanceof ArtifactUnavailable) return error.why
      throw error
    }
  }
}

/**
 * Returns a test for lines that may interrupt an answer or come from another source. It makes one search for text that
 * nearly no line contains.
 */
function suspectLines(shell: ShellDescription): (line: string) => boolean {
  const known = suspects.get(shell)
  if (known) return known
  const patterns = [/\0/, /^Message from syslogd@/, shell.pager.residue, shell.syslogLine, shell.broken]
  const groups = Map.groupBy(
    patterns.filter((pattern) => pattern !== undefined),
    (pattern) => `${pattern instanceof LinearPattern} ${pattern.flags}`,
  )
  const searches = Array.from(groups.values(), (group) =>
    patternLike(group[0]!, group.map(({ source }) => `(?:${source})`).join('|'), group[0]!.flags),
  )
  const isSuspect = (line: string) => searches.some((search) => search.test(line))
  suspects.set(shell, isSuspect)
  return isSuspect
}

const suspects = new WeakMap<ShellDescription, (line: string) => boolean>()

const pieceBytes = 64 * 1024

function failed(code: FailureCode, expected: ExpectationMessage, seen: string): Decision {
  return { kind: 'failed', code, expected, seen }
}

/**
 * Describes text that does not belong in an answer, without quoting it: a configuration follows the mark of a pager.
 */
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

function quoted(line: string, ...patterns: (RegExp | undefined)[]): string {
  return knownWords(
    line,
    patterns.filter((pattern) => pattern !== undefined),
  )
}
