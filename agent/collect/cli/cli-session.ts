import type { ExpectationMessage, StepMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ShellDescription, ShellLimits } from '../../../shared/platforms/platform.ts'
import { createSizeCounter } from '../../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { RunLog } from '../captured.ts'
import { CommandOutput } from './command-output.ts'
import {
  type AnswerReader,
  type CommandSession,
  gatheringReader,
  type ShellAccount,
  type TextReader,
} from './command-session.ts'
import { createEndMark } from './end-mark.ts'
import type { Prompt } from './prompt.ts'
import { PromptDetector } from './prompt-detector.ts'
import { refuseSystemShell } from './system-shell.ts'
import { refuseStateChange } from './state-change.ts'
import type { Screen, Terminal, Wait } from './terminal.ts'
import { withoutEcho } from './terminal-text.ts'
import { commandRead } from '../run-log-messages.ts'

/** Dependencies of a command line session. */
export interface CliContext {
  terminal: Terminal
  shell: ShellDescription
  account: ShellAccount
  limits: ShellLimits
  log: RunLog
}

/** A terminal may echo an end mark while the device is still sending. The rest of the text arrives within this time. */
const settleMs = 100

/** Longest time for the device to close the connection after the logout. */
const leaveMs = 2_000

/** A command line in a terminal. A command is sent only at a prompt. */
export class CliSession implements CommandSession {
  state: 'ready' | 'awaiting' | 'closed' = 'ready'
  prompt: Prompt
  shownPrompt = ''
  readonly context: CliContext
  readonly #logouts: number
  #lead: string[] = []
  #addedWaitMs = 0

  /** @param logouts how many shells must be left: two if the command line was started from a system shell */
  constructor(context: CliContext, prompt: Prompt, logouts: number) {
    this.context = context
    this.prompt = prompt
    this.#logouts = logouts
  }

  get isPrivileged(): boolean {
    const { privilegedEnd } = this.context.shell
    return privilegedEnd === undefined || this.prompt.end === privilegedEnd
  }

  /**
   * Sends one line. Allowed only at the prompt.
   * @throws DeviceFailure platform_unsupported for a command that the rules of a document do not allow
   */
  send(line: string): void {
    if (this.state !== 'ready') throw new Error(`sent while ${this.state}`)
    refuseStateChange(line, this.context)
    this.state = 'awaiting'
    this.context.terminal.send(line + this.context.shell.newline)
  }

  /**
   * Yields output as latin1 until `decide` returns a decision.
   * @throws DeviceFailure prompt_timeout, connection_lost, output_too_large
   */
  expect<T>(decide: (screen: Screen) => T | undefined, wait: Wait): AsyncGenerator<string, T, undefined> {
    return this.context.terminal.expect(decide, wait)
  }

  /** Marks the device as being at `prompt`. */
  becomeReady(prompt = this.prompt): void {
    this.prompt = prompt
    this.state = 'ready'
  }

  /** @param idleMs longest silence; default: the limit for a prompt */
  wait(step: StepMessage, expected: ExpectationMessage, idleMs = this.context.limits.promptMs): Wait {
    const { totalMs, maxBytes } = this.context.limits
    return { step, expected, idleMs: idleMs + this.#addedWaitMs, totalMs, maxBytes }
  }

  /** Extends later time limits after a short answer took `answerMs`: the device is slow at every command. */
  allowFor(answerMs: number): void {
    this.#addedWaitMs = Math.max(this.#addedWaitMs, 2 * answerMs)
  }

  /**
   * Whether the echo of a command arrived before the prompt. Without it, the prompt may answer an earlier newline or be
   * a line of a banner.
   */
  echoes(screen: Screen, command: string): boolean {
    const isSkipped = (line: string) => this.prompt.is(line) || this.context.shell.syslogLine.test(line)
    return withoutEcho(`${screen.head}\n`, command, isSkipped).echoed
  }

  /** Stores the prompt that the screen shows, and the lines before it. */
  notePrompt(screen: Screen): void {
    this.shownPrompt = screen.lastLine.trim()
    const { promptLead } = this.context.shell
    const lines = screen.lines.map((line) => line.trim())
    const isLead = (line: string) => promptLead?.test(line) === true
    const from = lines.findLastIndex((line) => line !== '' && !this.prompt.is(line) && !isLead(line)) + 1
    this.#lead = lines.slice(from).filter(isLead)
  }

  async read<Reader extends TextReader>(command: string, step: StepMessage, begin: () => Reader): Promise<Reader> {
    const reader = begin()
    const { comment } = this.context.shell
    if (comment === undefined) await this.#exchange(command, step, reader)
    else await this.#exchange(command, step, reader, { mark: createEndMark(comment), reader })
    return reader
  }

  async ask(command: string, step: StepMessage, isCut?: (body: string) => boolean): Promise<string> {
    const reader = gatheringReader(isCut)
    await this.#exchange(command, step, reader)
    refuseSystemShell(reader.body(), step)
    return reader.body()
  }

  /**
   * @param end omitted: a prompt behind the answer ends it, or a second prompt if the reader finds the answer truncated
   */
  async #exchange(
    command: string,
    step: StepMessage,
    reader: AnswerReader,
    end?: { mark: string; reader: TextReader },
  ): Promise<void> {
    const output = new CommandOutput(command, this.prompt, this.context.shell)
    const size = createSizeCounter()
    let bytes = 0
    const startedAt = performance.now()
    this.send(command)
    try {
      for await (const lines of this.#lines(command, step, output, size, reader, end)) {
        for (const line of lines) bytes += line.length + 1
        if (lines.length > 0) await reader.push(lines)
      }
      this.becomeReady()
      this.context.log('info', commandRead(command, bytes, startedAt))
    } catch (failure) {
      throw output.isSilent() ? failure : this.#withoutQuote(failure, step, size.end())
    }
  }

  /** Yields the lines of the output. Confirms its end with an end mark, or with a newline if the reader needs more. */
  async *#lines(
    command: string,
    step: StepMessage,
    output: CommandOutput,
    size: { push(text: string): void },
    reader: AnswerReader,
    end?: { mark: string; reader: TextReader },
  ): AsyncGenerator<readonly string[], void, undefined> {
    const { terminal, shell, limits } = this.context
    const detector = new PromptDetector(this, command, output)
    const { idleMs = limits.idleMs, totalMs = limits.totalMs } = reader.limits ?? {}
    const expected = message('expected_shown_prompt', { prompt: this.prompt.text })
    const wait = { ...this.wait(step, expected, idleMs), totalMs }
    const linesOf = async function* (received: AsyncIterable<string>) {
      for await (const text of received) {
        size.push(text)
        yield output.push(text)
      }
    }
    const untilPrompt = () => linesOf(this.expect((screen) => detector.check(screen), wait))

    yield* untilPrompt()
    if (!end) {
      yield output.settle(false)
      if (await reader.isCut()) {
        detector.needsSecondPrompt = true
        terminal.add(shell.newline)
        yield* untilPrompt()
      }
      yield output.settle(true)
      return
    }
    detector.mark = end.mark
    output.expectMark(end.mark)
    terminal.add(end.mark + shell.newline)
    yield* untilPrompt()
    yield* linesOf(terminal.listen(settleMs, wait))
    const { lines, doubtful, disturbance } = output.conclude()
    yield lines
    if (!end.reader.knowsEnd) yield doubtful
    if (disturbance !== undefined) end.reader.disturb(disturbance)
  }

  abandon(): void {
    this.state = 'closed'
    this.context.terminal.close()
  }

  lead(): string[] {
    return this.#lead
  }

  async leave(): Promise<void> {
    const { terminal, shell } = this.context
    const logout = shell.logout + shell.newline
    if (this.state === 'ready') await terminal.finish(logout.repeat(this.#logouts), leaveMs)
    this.abandon()
  }

  /** Returns the failure without quotes: the output may be part of a configuration, so only its length is reported. */
  #withoutQuote(failure: unknown, step: StepMessage, seen: string): unknown {
    if (!(failure instanceof DeviceFailure) || failure.code === 'output_too_large') return failure
    const code = failure.code === 'prompt_timeout' ? 'output_truncated' : failure.code
    const expected = message('expected_prompt_after_answer', { prompt: this.prompt.text })
    return new DeviceFailure(code, { step, expected, seen }, this.context.account.secrets)
  }
}
