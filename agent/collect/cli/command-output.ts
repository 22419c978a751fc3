import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import type { Prompt } from './prompt.ts'
import { textBeforeMark } from './end-mark.ts'
import { isErrorLine } from './no-reply.ts'
import { withoutPagerMarks } from './pager.ts'
import { isBlank } from '../../../shared/platforms/is-blank.ts'
import { echoLines, escape, isEcho, plainLine, rendered, sliceLine, withoutEcho } from './terminal-text.ts'

export interface Conclusion {
  /** The last lines of the answer. */
  lines: readonly string[]
  /**
   * Lines behind the answer that are either a prompt and log lines, or part of the answer: the device may have shown
   * its prompt again, or a log line may have interrupted an answer whose last line resembles the prompt.
   */
  doubtful: readonly string[]
  /** Unexpected output where only the prompt belongs, described without quoting it. */
  disturbance?: string
}

/** Characters that move the cursor within a line. The line is then shown differently from the bytes received. */
const movesInside = new RegExp(`[\\b${escape}]|[^\\r\\n]\\r+(?![\\r\\n])`)

/** Separates the lines of a device's answer to one command from echo, pager and prompts, as output arrives. */
export class CommandOutput {
  readonly #command: string
  readonly #prompt: Prompt
  readonly #shell: ShellDescription
  #line = '' // the incomplete last line
  #pages: number[] = [] // its lengths when pages were requested
  #head: string[] | undefined = [] // the first lines, until the echo is found in them
  #isRedrawn = false // an unreleased line contains cursor movement
  #tail: string[] = [] // lines that may be the prompt behind the answer
  #hasOutput = false
  #mark: string | undefined
  #beforeMark: string | undefined // text before the echo of the end mark, once it has arrived
  #isMarkInside = false
  #isPagerLeft = false
  readonly #behindMark: string[] = []

  constructor(command: string, prompt: Prompt, shell: ShellDescription) {
    this.#command = command
    this.#prompt = prompt
    this.#shell = shell
  }

  /** Takes more output as latin1 and returns the lines that certainly belong to the answer. */
  push(received: string): readonly string[] {
    const first = received.indexOf('\n')
    if (first === -1) {
      this.#line += received
      return []
    }
    const lines: string[] = []
    const isPaged = this.#pages.length > 0
    if (isPaged) {
      this.#line += received.slice(0, first)
      lines.push(this.#endLine())
    }
    const text = isPaged ? received : this.#line + received
    let from = isPaged ? first + 1 : 0
    const hasEscapes = text.includes(escape)
    for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', from)) {
      lines.push(hasEscapes ? plainLine(text.slice(from, end)) : sliceLine(text, from, end))
      from = end + 1
    }
    this.#line = text.slice(from)
    this.#isRedrawn ||= isPaged || movesInside.test(text)
    const released = this.#release(this.#behindEcho(lines, 'reading'), this.#isRedrawn)
    if (!this.#head) this.#isRedrawn = false
    return released
  }

  /** The output ends in a pager's mark, and the next page is requested. */
  page(): void {
    this.#pages.push(this.#line.length)
  }

  /**
   * Returns the lines that belong to the answer if it ends at this prompt. Lines that may be the prompt are held in
   * case the answer continues.
   * @param isLast no more output is requested
   */
  settle(isLast: boolean): readonly string[] {
    const last = plainLine(withoutPagerMarks(this.#line, this.#pages, this.#shell.pager).text)
    const isUnended = last.trim() !== '' && !this.#isPrompt(rendered(last))
    return this.#release(this.#behindEcho(isUnended ? [this.#endLine()] : [], isLast ? 'end' : 'prompt'))
  }

  /** An end mark was sent: the answer ends at the prompt before its echo. */
  expectMark(mark: string): void {
    this.#mark = mark
  }

  /** Returns the end of the answer, at the prompt behind the end mark. */
  conclude(): Conclusion {
    const lines = this.#release(this.#behindEcho([], 'end'))
    const held = this.#heldBeforeMark()
    if (!held) return { lines, doubtful: [], disturbance: 'an end mark that was typed elsewhere than at the prompt' }
    if (this.#isPagerLeft) return { lines, doubtful: [], disturbance: 'the mark of a pager that was not wiped' }
    const last = rendered(plainLine(this.#line.replaceAll('\0', ''))) // may be the mark of a pager
    const shown = [...this.#behindMark, last]
    const isDisturbed = this.#isMarkInside || shown.some((line) => this.#isUnexpected(line))
    const disturbance = isDisturbed ? 'lines of the answer behind an end mark' : undefined
    return { lines: [...lines, ...held.lines], doubtful: held.doubtful, disturbance }
  }

  /** Whether only echo, prompts and log lines have arrived. */
  isSilent(): boolean {
    if (this.#hasOutput) return false
    const lines = [...this.#linesBehindEcho(this.#head ?? []).lines, ...this.#tail, plainLine(this.#line)].map(rendered)
    return lines.every((shown) => this.#isIgnorable(shown) || this.#isPrompt(shown))
  }

  #behindEcho(lines: readonly string[], at: 'reading' | 'prompt' | 'end'): readonly string[] {
    if (!this.#head) return lines
    for (const line of lines) this.#head.push(line)
    if (at === 'reading' && this.#head.length < echoLines(this.#command)) return []
    const rest = this.#linesBehindEcho(this.#head)
    // A redrawn prompt may precede the echo.
    const isOnlyPrompt = () => this.#head?.every((line) => this.#isIgnorable(line) || this.#isPrompt(line)) === true
    if (at === 'prompt' && !rest.echoed && isOnlyPrompt()) return []
    this.#head = undefined
    return rest.lines
  }

  #linesBehindEcho(lines: readonly string[]) {
    const isSkipped = (shown: string) => this.#prompt.is(shown) || this.#shell.syslogLine.test(shown)
    const few = lines.slice(0, echoLines(this.#command))
    const { rest, echoed } = withoutEcho(few.map((line) => `${line}\n`).join(''), this.#command, isSkipped)
    return { echoed, lines: [...rest.split('\n').slice(0, -1), ...lines.slice(few.length)] }
  }

  /** @param isRedrawn the lines may contain cursor movement */
  #release(lines: readonly string[], isRedrawn = true): readonly string[] {
    const isPlain = this.#mark === undefined && !isRedrawn
    if (isPlain && this.#tail.length === 0 && !lines.some((line) => this.#isPrompt(line))) {
      this.#hasOutput ||= lines.some((line) => !isBlank(line))
      return lines
    }
    const released: string[] = []
    for (const line of lines) this.#releaseLine(line, released)
    this.#hasOutput ||= released.some((line) => !isBlank(line))
    return released
  }

  #releaseLine(line: string, released: string[]): void {
    const shown = rendered(line)
    if (this.#beforeMark !== undefined) return void this.#behindMark.push(shown)
    this.#beforeMark = this.#mark === undefined ? undefined : textBeforeMark(line, this.#mark)
    if (this.#beforeMark !== undefined) return
    this.#isMarkInside ||= this.#mark !== undefined && line.includes(this.#mark)
    if (this.#isPrompt(shown) || (this.#tail.length > 0 && this.#isIgnorable(shown))) return void this.#tail.push(line)
    for (const held of this.#tail) released.push(held)
    this.#tail = []
    released.push(line)
  }

  /** Divides the lines held before the end mark: drops the prompt, keeps lines of the answer. */
  #heldBeforeMark(): Pick<Conclusion, 'lines' | 'doubtful'> | undefined {
    const held = this.#tail
    this.#tail = []
    const shown = held.map(rendered)
    if (this.#beforeMark === '') {
      const at = shown.findLastIndex((line) => this.#prompt.is(line)) // log lines separate it from the mark
      return at === -1 ? undefined : { lines: held.slice(0, at), doubtful: [] }
    }
    if (!this.#prompt.is(this.#beforeMark ?? '')) return undefined
    const end = shown.findLastIndex((line) => line.trim() !== '' && !this.#isLead(line)) + 1
    const isDoubtful = shown.slice(0, end).some((line) => this.#shell.syslogLine.test(line))
    return isDoubtful ? { lines: [], doubtful: held.slice(0, end) } : { lines: held.slice(0, end), doubtful: [] }
  }

  /** Output behind the echo of an end mark is expected to be empty or an unknown-command error. */
  #isUnexpected(shown: string): boolean {
    if (isEcho(shown, this.#mark ?? '')) return true // echoed by the terminal before, and by the command line now
    if (this.#isIgnorable(shown) || this.#isPrompt(shown)) return false
    return !/^\s*\^\s*$/.test(shown) && !isErrorLine(shown.trim(), this.#shell)
  }

  #isLead(shown: string): boolean {
    return this.#shell.promptLead?.test(shown.trim()) === true
  }

  #isPrompt(shown: string): boolean {
    return this.#prompt.is(shown) || this.#isLead(shown)
  }

  #isIgnorable(shown: string): boolean {
    return shown.trim() === '' || this.#shell.syslogLine.test(shown)
  }

  #endLine(): string {
    const { text, isWiped } = withoutPagerMarks(this.#line, this.#pages, this.#shell.pager)
    this.#isPagerLeft ||= !isWiped
    this.#line = ''
    if (this.#pages.length > 0) this.#pages = []
    return plainLine(text)
  }
}
