import type { ShellDescription } from '../../shared/platforms/platform.ts'
import type { Prompt } from './prompt.ts'
import { textBeforeMark } from './end-mark.ts'
import { saysNoAnswer } from './no-reply.ts'
import { echoLines, isEcho, plainLine, rendered, withoutEcho } from './terminal-text.ts'

/** The lines of a device's answer to one command, while it comes: echo, pager and prompts removed. */
export interface AnswerLines {
  /** More of what the device says, as latin1. @returns the lines that are the answer's, whatever follows */
  push(received: string): string[]
  /** What has come ends in the mark of a pager, and the next page is asked for. */
  page(): void
  /**
   * At a prompt: the lines that are the answer's if it is over. What may be the prompt's is kept back, should it go on.
   * @param isLast nothing more is asked for
   */
  settle(isLast: boolean): string[]
  /** An end mark is typed: the answer ends at the prompt before its echo. */
  expectMark(mark: string): void
  /** At the prompt behind the end mark. */
  conclude(): Conclusion
  /** Nothing of an answer has come: echo, prompts and log lines at most. */
  isSilent(): boolean
}

export interface Conclusion {
  /** The last lines of the answer. */
  lines: string[]
  /**
   * Lines behind them, of which one looks like the prompt and others are of the log: the device drew its prompt again behind
   * these, or its log came into an answer whose last line looks like the prompt.
   */
  doubtful: string[]
  /** What came where nothing but the prompt belongs, in words that quote nothing of it. */
  disturbance?: string
}

export function createAnswerLines(command: string, prompt: Prompt, shell: ShellDescription): AnswerLines {
  let line = '' // its end has not come
  let pages: number[] = [] // where in it a page was asked for
  let head: string[] | undefined = [] // the first lines, until the echo is found in them
  const tail: string[] = [] // from a line on that may be the prompt behind the answer
  let hasSaid = false
  let mark: string | undefined
  let beforeMark: string | undefined // on the line of its echo, once that has come
  let isMarkInside = false
  let isMarkLeft = false // of a pager
  const behindMark: string[] = []

  const isLead = (shown: string) => shell.promptLead?.test(shown.trim()) === true
  const isPrompt = (shown: string) => prompt.is(shown) || isLead(shown)
  const isNothing = (shown: string) => shown.trim() === '' || shell.syslogLine.test(shown)
  const skippable = (shown: string) => prompt.is(shown) || shell.syslogLine.test(shown)

  function behindEcho(lines: readonly string[], at: 'reading' | 'prompt' | 'end'): readonly string[] {
    if (!head) return lines
    for (const one of lines) head.push(one)
    if (at === 'reading' && head.length < echoLines(command)) return []
    const rest = linesBehindEcho(head)
    // a prompt that is drawn anew may come before the echo
    if (at === 'prompt' && !rest.echoed && head.every((one) => isNothing(one) || isPrompt(one))) return []
    head = undefined
    return rest.lines
  }

  function linesBehindEcho(said: readonly string[]) {
    const text = said.map((one) => `${one}\n`).join('')
    const { rest, echoed } = withoutEcho(text, command, skippable)
    return { echoed, lines: rest.split('\n').slice(0, -1) }
  }

  function release(lines: readonly string[]): string[] {
    const released: string[] = []
    for (const one of lines) {
      const shown = rendered(one)
      if (beforeMark !== undefined) {
        behindMark.push(shown)
        continue
      }
      beforeMark = mark === undefined ? undefined : textBeforeMark(one, mark)
      if (beforeMark !== undefined) continue
      isMarkInside ||= mark !== undefined && one.includes(mark)
      if (isPrompt(shown) || (tail.length > 0 && isNothing(shown))) tail.push(one)
      else {
        for (const held of tail.splice(0)) released.push(held)
        released.push(one)
      }
    }
    hasSaid ||= released.some((one) => one.trim() !== '')
    return released
  }

  /** The lines that were held back in front of the end mark: the prompt's own go, the others are the answer's. */
  function heldBeforeMark(): Pick<Conclusion, 'lines' | 'doubtful'> | undefined {
    const held = tail.splice(0)
    const shown = held.map(rendered)
    if (beforeMark === '') {
      const at = shown.findLastIndex((one) => prompt.is(one)) // the log came between it and the mark
      return at === -1 ? undefined : { lines: held.slice(0, at), doubtful: [] }
    }
    if (!prompt.is(beforeMark ?? '')) return undefined
    const end = shown.findLastIndex((one) => one.trim() !== '' && !isLead(one)) + 1
    const isDoubtful = shown.slice(0, end).some((one) => shell.syslogLine.test(one))
    return isDoubtful ? { lines: [], doubtful: held.slice(0, end) } : { lines: held.slice(0, end), doubtful: [] }
  }

  /** Behind the echo of an end mark: to that a device says nothing, or that it does not know it. */
  function isStrange(shown: string): boolean {
    if (isEcho(shown, mark ?? '')) return true // read now, and echoed before by the terminal
    return !isNothing(shown) && !isPrompt(shown) && !/^\s*\^\s*$/.test(shown) && !saysNoAnswer(shown.trim(), shell)
  }

  function ended(): string {
    const { text, isWiped } = withoutMarks(line, pages, shell)
    const whole = plainLine(text)
    isMarkLeft ||= !isWiped
    line = ''
    if (pages.length > 0) pages = []
    return whole
  }

  return {
    push(received) {
      const lines: string[] = []
      let from = 0
      for (let end = received.indexOf('\n'); end !== -1; end = received.indexOf('\n', from)) {
        line += received.slice(from, end)
        lines.push(ended())
        from = end + 1
      }
      line += received.slice(from)
      return release(behindEcho(lines, 'reading'))
    },
    page: () => void pages.push(line.length),
    settle(isLast) {
      const last = plainLine(withoutMarks(line, pages, shell).text)
      const isUnended = last.trim() !== '' && !isPrompt(rendered(last))
      return release(behindEcho(isUnended ? [ended()] : [], isLast ? 'end' : 'prompt'))
    },
    expectMark: (text) => void (mark = text),
    conclude() {
      const lines = release(behindEcho([], 'end'))
      const held = heldBeforeMark()
      if (!held) return { lines, doubtful: [], disturbance: 'an end mark that was typed elsewhere than at the prompt' }
      if (isMarkLeft) return { lines, doubtful: [], disturbance: 'the mark of a pager that was not wiped' }
      const disturbance =
        isMarkInside || behindMark.some(isStrange) ? 'lines of the answer behind an end mark' : undefined
      return { lines: [...lines, ...held.lines], doubtful: held.doubtful, disturbance }
    },
    isSilent() {
      if (hasSaid) return false
      const said = [...linesBehindEcho(head ?? []).lines, ...tail, plainLine(line)].map(rendered)
      return said.every((shown) => isNothing(shown) || isPrompt(shown))
    },
  }
}

/**
 * The lines of an answer on a channel of its own: no echo, no prompt, but what leads one may be there. Blank lines behind
 * it are none of its.
 */
export function createExecLines({ promptLead }: ShellDescription) {
  let line = ''
  const tail: string[] = []
  let bytes = 0

  function release(lines: readonly string[]): string[] {
    const released: string[] = []
    for (const one of lines) {
      const text = one.trim()
      if (text === '' || promptLead?.test(text) === true) tail.push(one)
      else released.push(...tail.splice(0), one)
    }
    for (const one of released) bytes += one.length + 1
    return released
  }

  return {
    /** More of what the device says, as latin1. @returns the lines that are the answer's, whatever follows */
    push(said: string): string[] {
      const lines = said.split('\n')
      lines[0] = line + (lines[0] ?? '')
      line = lines.pop() ?? ''
      return release(lines.map(plainLine))
    },
    end: () => release([plainLine(line)]),
    get bytes() {
      return bytes
    },
  }
}

/**
 * The pager's marks go where the device wiped them. Of a mark that stays nothing is known, not even where it ends.
 * A mark may have been seen before its last characters had come: they are before what erases it.
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
