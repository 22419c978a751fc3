import type { ShellDescription } from '../../shared/platforms/platform.ts'
import type { Prompt } from './prompt.ts'
import { textBeforeMark } from './end-mark.ts'
import { saysNoAnswer } from './no-reply.ts'
import { echoLines, escape, isBlank, isEcho, plainLine, rendered, sliceLine, withoutEcho } from './terminal-text.ts'

export interface Conclusion {
  /** The last lines of the answer. */
  lines: readonly string[]
  /**
   * Lines behind them, of which one looks like the prompt and others are of the log: the device drew its prompt again
   * behind these, or its log came into an answer whose last line looks like the prompt.
   */
  doubtful: readonly string[]
  /** What came where only the prompt belongs, in words that quote nothing of it. */
  disturbance?: string
}

/** What moves the cursor inside a line: such a line is not shown as it came. */
const movesInside = new RegExp(`[\\b${escape}]|[^\\r\\n]\\r+(?![\\r\\n])`)

/** The lines of a device's answer to one command, as it comes: echo, pager and prompts removed. */
export class AnswerLines {
  readonly #command: string
  readonly #prompt: Prompt
  readonly #shell: ShellDescription
  #line = '' // its end has not come
  #pages: number[] = [] // where in it a page was asked for
  #head: string[] | undefined = [] // the first lines, until the echo is found in them
  #isRedrawn = false // something moves the cursor inside a line that is not released yet
  #tail: string[] = [] // from a line on that may be the prompt behind the answer
  #hasOutput = false
  #mark: string | undefined
  #beforeMark: string | undefined // on the line of its echo, once that has come
  #isMarkInside = false
  #isPagerLeft = false
  readonly #behindMark: string[] = []

  constructor(command: string, prompt: Prompt, shell: ShellDescription) {
    this.#command = command
    this.#prompt = prompt
    this.#shell = shell
  }

  /** Takes more output, as latin1, and returns the lines that belong to the answer, whatever follows. */
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

  /** What has come ends in the mark of a pager, and the next page is asked for. */
  page(): void {
    this.#pages.push(this.#line.length)
  }

  /**
   * At a prompt: returns the lines that belong to the answer if it is over. What may be the prompt's is held, in case it
   * continues.
   * @param isLast nothing more is asked for
   */
  settle(isLast: boolean): readonly string[] {
    const last = plainLine(withoutMarks(this.#line, this.#pages, this.#shell).text)
    const isUnended = last.trim() !== '' && !this.#isPrompt(rendered(last))
    return this.#release(this.#behindEcho(isUnended ? [this.#endLine()] : [], isLast ? 'end' : 'prompt'))
  }

  /** An end mark is typed: the answer ends at the prompt before its echo. */
  expectMark(mark: string): void {
    this.#mark = mark
  }

  /** At the prompt behind the end mark. */
  conclude(): Conclusion {
    const lines = this.#release(this.#behindEcho([], 'end'))
    const held = this.#heldBeforeMark()
    if (!held) return { lines, doubtful: [], disturbance: 'an end mark that was typed elsewhere than at the prompt' }
    if (this.#isPagerLeft) return { lines, doubtful: [], disturbance: 'the mark of a pager that was not wiped' }
    const isDisturbed = this.#isMarkInside || this.#behindMark.some((shown) => this.#isStrange(shown))
    const disturbance = isDisturbed ? 'lines of the answer behind an end mark' : undefined
    return { lines: [...lines, ...held.lines], doubtful: held.doubtful, disturbance }
  }

  /** Whether no answer has come: only echo, prompts and log lines. */
  isSilent(): boolean {
    if (this.#hasOutput) return false
    const said = [...this.#linesBehindEcho(this.#head ?? []).lines, ...this.#tail, plainLine(this.#line)].map(rendered)
    return said.every((shown) => this.#isNothing(shown) || this.#isPrompt(shown))
  }

  #behindEcho(lines: readonly string[], at: 'reading' | 'prompt' | 'end'): readonly string[] {
    if (!this.#head) return lines
    for (const line of lines) this.#head.push(line)
    if (at === 'reading' && this.#head.length < echoLines(this.#command)) return []
    const rest = this.#linesBehindEcho(this.#head)
    // a prompt that is drawn again may come before the echo
    const isOnlyPrompt = () => this.#head?.every((line) => this.#isNothing(line) || this.#isPrompt(line)) === true
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

  /** @param isRedrawn a line may contain what moves the cursor */
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
    if (this.#isPrompt(shown) || (this.#tail.length > 0 && this.#isNothing(shown))) return void this.#tail.push(line)
    for (const held of this.#tail) released.push(held)
    this.#tail = []
    released.push(line)
  }

  /** The lines that were held in front of the end mark: the prompt's own are dropped, the others are the answer's. */
  #heldBeforeMark(): Pick<Conclusion, 'lines' | 'doubtful'> | undefined {
    const held = this.#tail
    this.#tail = []
    const shown = held.map(rendered)
    if (this.#beforeMark === '') {
      const at = shown.findLastIndex((line) => this.#prompt.is(line)) // the log came between it and the mark
      return at === -1 ? undefined : { lines: held.slice(0, at), doubtful: [] }
    }
    if (!this.#prompt.is(this.#beforeMark ?? '')) return undefined
    const end = shown.findLastIndex((line) => line.trim() !== '' && !this.#isLead(line)) + 1
    const isDoubtful = shown.slice(0, end).some((line) => this.#shell.syslogLine.test(line))
    return isDoubtful ? { lines: [], doubtful: held.slice(0, end) } : { lines: held.slice(0, end), doubtful: [] }
  }

  /** Behind the echo of an end mark: a device answers nothing to it, or that it does not know it. */
  #isStrange(shown: string): boolean {
    if (isEcho(shown, this.#mark ?? '')) return true // read now, and echoed before by the terminal
    if (this.#isNothing(shown) || this.#isPrompt(shown)) return false
    return !/^\s*\^\s*$/.test(shown) && !saysNoAnswer(shown.trim(), this.#shell)
  }

  #isLead(shown: string): boolean {
    return this.#shell.promptLead?.test(shown.trim()) === true
  }

  #isPrompt(shown: string): boolean {
    return this.#prompt.is(shown) || this.#isLead(shown)
  }

  #isNothing(shown: string): boolean {
    return shown.trim() === '' || this.#shell.syslogLine.test(shown)
  }

  #endLine(): string {
    const { text, isWiped } = withoutMarks(this.#line, this.#pages, this.#shell)
    this.#isPagerLeft ||= !isWiped
    this.#line = ''
    if (this.#pages.length > 0) this.#pages = []
    return plainLine(text)
  }
}

/**
 * The pager's marks are removed where the device wiped them. Of a mark that stays nothing is known, not even where it
 * ends. A mark may have been seen before its last characters had come: they are before what erases it.
 */
function withoutMarks(line: string, pages: readonly number[], { pager }: ShellDescription) {
  if (pages.length === 0) return { text: line, isWiped: true }
  const bounds = [0, ...pages, line.length]
  const parts = bounds.slice(1).map((end, at) => line.slice(bounds[at], end))
  let text = ''
  let isWiped = true
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]
    const wipe = next === undefined ? undefined : wipeIn(part, next, pager)
    if (next === undefined) text += part
    else if (wipe === undefined) {
      text += part
      isWiped = false
    } else parts[at + 1] = next.slice(wipe)
  }
  return { text, isWiped }
}

/** How much of `next` belongs to the mark that `part` ends in: its last characters, and what wipes it. */
function wipeIn(part: string, next: string, { mark, wiped }: ShellDescription['pager']): number | undefined {
  for (let rest = 0; rest <= Math.min(next.length, markRest); rest++) {
    const wipe = wiped.exec(next.slice(rest))?.[0].length ?? 0
    if (wipe > 0 && mark.test(plainLine(part + next.slice(0, rest)))) return rest + wipe
  }
  return undefined
}

/** Characters of a mark that may come behind those by which it is known: ` 12%`. */
const markRest = 24
