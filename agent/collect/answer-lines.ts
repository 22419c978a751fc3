import type { ShellDescription } from '../../shared/platforms/platform.ts'
import type { Prompt } from './prompt.ts'
import { echoLines, plainLine, rendered, withoutEcho } from './terminal-text.ts'

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
  /** Nothing of an answer has come: echo, prompts and log lines at most. */
  isSilent(): boolean
}

export function createAnswerLines(command: string, prompt: Prompt, shell: ShellDescription): AnswerLines {
  let line = '' // its end has not come
  let pages: number[] = [] // where in it a page was asked for
  let head: string[] | undefined = [] // the first lines, until the echo is found in them
  const tail: string[] = [] // from a line on that may be the prompt behind the answer
  let hasSaid = false

  const isPrompt = (shown: string) => prompt.is(shown) || shell.promptLead?.test(shown.trim()) === true
  const isNothing = (shown: string) => shown.trim() === '' || shell.intruder.test(shown)
  const skippable = (shown: string) => prompt.is(shown) || shell.intruder.test(shown)

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
      if (isPrompt(shown) || (tail.length > 0 && isNothing(shown))) tail.push(one)
      else {
        for (const held of tail.splice(0)) released.push(held)
        released.push(one)
      }
    }
    hasSaid ||= released.some((one) => one.trim() !== '')
    return released
  }

  function ended(): string {
    const whole = plainLine(withoutMarks(line, pages, shell))
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
      const last = plainLine(withoutMarks(line, pages, shell))
      const isStray = last.trim() !== '' && !isPrompt(rendered(last))
      return release(behindEcho(isStray ? [ended()] : [], isLast ? 'end' : 'prompt'))
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

/** The pager's marks go where the device wiped them; a mark that was not wiped stays, and is refused as residue. */
function withoutMarks(line: string, pages: readonly number[], { pager }: ShellDescription): string {
  if (pages.length === 0) return line
  const bounds = [0, ...pages, line.length]
  const parts = bounds.slice(1).map((end, at) => line.slice(bounds[at], end))
  const wipes = parts.map((part, at) => (at === 0 ? 0 : (pager.wiped.exec(part)?.[0].length ?? 0)))
  return parts.map((part, at) => (wipes[at + 1] ? '' : part.slice(wipes[at]))).join('')
}
