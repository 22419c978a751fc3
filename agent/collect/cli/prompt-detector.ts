import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import type { CommandOutput } from './command-output.ts'
import { findMark } from './end-mark.ts'
import { isAtPager } from './pager.ts'
import type { Prompt } from './prompt.ts'
import type { Screen, Terminal } from './terminal.ts'

/** The session whose prompt is detected. */
export interface PromptSession {
  readonly prompt: Prompt
  readonly context: { terminal: Terminal; shell: ShellDescription }
  /** Whether the echo of a command has arrived. */
  echoes(screen: Screen, command: string): boolean
  /** Called when the screen shows the prompt. */
  notePrompt(screen: Screen): void
}

type Choice = NonNullable<ShellDescription['choices']>[number]

/** Detects the prompt behind the output of one command, requests the pages of a pager and answers menus. */
export class PromptDetector {
  /** The end mark that was sent: its echo must precede the prompt. */
  mark: string | undefined
  /** A newline was sent: the prompt must appear twice. */
  needsSecondPrompt = false
  readonly #session: PromptSession
  readonly #command: string
  readonly #output: CommandOutput
  #paged = { length: -1, cursorLength: 0 }
  #isPromptRecalled = false
  readonly #chosen = new Set<Choice>()

  constructor(session: PromptSession, command: string, output: CommandOutput) {
    this.#session = session
    this.#command = command
    this.#output = output
  }

  /** Returns true at the prompt behind the output. */
  check(screen: Screen): true | undefined {
    const { prompt, context } = this.#session
    if (isAtPager(screen.cursorLine, context.shell.pager)) return this.#turnPage(screen)
    const choice = context.shell.choices?.find(({ seen }) => seen.test(screen.cursorLine))
    if (choice) return this.#choose(choice)
    const last = screen.lastLine
    if (prompt.is(last)) {
      this.#session.notePrompt(screen)
      return this.#isBehindOutput(screen) ? true : undefined
    }
    if (!this.#isPromptRecalled && last.trim() === '' && hasLogBehindPrompt(screen.lines, prompt, context.shell)) {
      this.#isPromptRecalled = true
      context.terminal.add(context.shell.newline)
    }
    return undefined
  }

  #choose(choice: Choice): undefined {
    if (this.#chosen.has(choice)) return
    this.#chosen.add(choice)
    const { terminal, shell } = this.#session.context
    terminal.add(choice.answer + shell.newline)
  }

  #isBehindOutput(screen: Screen): boolean {
    const { prompt, context } = this.#session
    if (this.mark !== undefined) return findMark(screen.lines.slice(0, -1), this.mark) !== -1
    if (!this.#session.echoes(screen, this.#command)) return false
    return !this.needsSecondPrompt || prompt.is(lineBefore(screen.lines, context.shell))
  }

  #turnPage({ length, cursorLength }: Screen): undefined {
    const { terminal, shell } = this.#session.context
    // Already requested: no output since, or only the last characters of the same mark.
    if (cursorLength - this.#paged.cursorLength === length - this.#paged.length) return
    this.#paged = { length, cursorLength }
    this.#output.page()
    terminal.add(shell.pager.answer)
  }
}

/** The last line above the cursor that is neither blank nor part of what the platform shows before a prompt. */
export function lineBefore(lines: readonly string[], { promptLead }: ShellDescription): string {
  const isText = (line: string) => line.trim() !== '' && promptLead?.test(line.trim()) !== true
  return lines.slice(0, -1).findLast(isText) ?? ''
}

/** Whether a log line after the prompt left the cursor on an empty line. Only a newline then shows the prompt again. */
function hasLogBehindPrompt(lines: readonly string[], prompt: Prompt, { syslogLine }: ShellDescription): boolean {
  const shown = lines.filter((line) => line.trim() !== '')
  const firstLog = shown.findLastIndex((line) => !syslogLine.test(line)) + 1
  return firstLog > 0 && firstLog < shown.length && prompt.is(shown[firstLog - 1] ?? '')
}
