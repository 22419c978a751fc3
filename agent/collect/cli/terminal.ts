import type { ExpectationMessage, StepMessage } from '../../../shared/messages/failure.ts'
import { knownWords } from '../../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { Channel } from '../../sessions/session.ts'
import { erasableLines, escape, plainLine, plainLines, rendered } from './terminal-text.ts'

export interface Wait {
  step: StepMessage
  expected: ExpectationMessage
  idleMs: number
  totalMs: number
  maxBytes: number
  /** Called once, after half of the allowed silence. Its result is sent, as if a user pressed a key. */
  nudge?: () => string | undefined
  /** Returns a silence shorter than `idleMs` that is enough after this output; undefined: `idleMs` applies. */
  idleFor?: (screen: Screen) => number | undefined
  /** Returns the failure for a silence that was too long, if more is known than the silence. */
  failure?: (screen: Screen) => DeviceFailure | undefined
}

/** Enough characters for a prompt, the line before it and a pager's mark. */
const tailLength = 4_096
const headLength = 4_096

/** The beginning and the end of the output since the last `send`, as latin1. Computed on demand. */
export class Screen {
  /** Number of characters received. */
  length = 0
  #start = ''
  #tail = ''
  #lines: readonly string[] | undefined

  push(text: string): void {
    if (this.length < headLength) this.#start = (this.#start + text).slice(0, headLength)
    this.length += text.length
    this.#tail = text.length < tailLength ? (this.#tail + text).slice(-tailLength) : text.slice(-tailLength)
    this.#lines = undefined
  }

  clear(): void {
    this.length = 0
    this.#start = ''
    this.#tail = ''
    this.#lines = undefined
  }

  /** The beginning, with line ends `\n`. Long enough to contain an echo. */
  get head(): string {
    return plainLines(this.#start)
  }

  /**
   * The last lines as a screen shows them, oldest first; the last one has no line end yet. NUL is ignored, which some
   * devices send to wake a terminal.
   */
  get lines(): readonly string[] {
    this.#lines ??= [...this.#erasable().slice(0, -1), this.#cursor()].map(rendered)
    return this.#lines
  }

  /** The last of `lines`. */
  get lastLine(): string {
    return this.#lines?.at(-1) ?? rendered(this.#cursor())
  }

  /** The last line, including its backspaces. */
  get cursorLine(): string {
    return plainLine(this.#cursor())
  }

  /** Length of the last line as received. */
  get cursorLength(): number {
    return this.#tail.length - this.#tail.lastIndexOf('\n') - 1
  }

  /** Describes the state of a dialogue: the question that it waits at, if it is a common one. */
  describe(): string {
    const text = plainLines(this.#tail)
    const last = rendered(text.slice(text.lastIndexOf('\n') + 1)).trim()
    return aPrompt.test(last) ? last : knownWords(text, questions)
  }

  #erasable(): string[] {
    return erasableLines(this.#tail.replaceAll('\0', '')).split('\n')
  }

  /** After an incomplete line end, the cursor is at the start of the line. */
  #cursor(): string {
    const isPlain = !this.#tail.includes(escape) // a sequence may contain line ends
    const last = isPlain
      ? this.#tail
          .slice(this.#tail.lastIndexOf('\n') + 1)
          .replaceAll('\0', '')
          .replace(/^\r+/, '')
      : (this.#erasable().at(-1) ?? '')
    return last.endsWith('\r') ? '' : last
  }
}

/** One terminal of a device and the waiting for its output. It knows no prompts and no commands. */
export class Terminal {
  readonly #screen = new Screen()
  readonly #channel: Channel
  readonly #output: AsyncIterator<Buffer>
  readonly #secrets: readonly string[]
  #pending: Promise<IteratorResult<Buffer>> | undefined
  #gathered: string[] = []

  /** @param secrets masked wherever a failure quotes the device */
  constructor(channel: Channel, secrets: readonly string[]) {
    this.#channel = channel
    this.#output = channel[Symbol.asyncIterator]()
    this.#secrets = secrets
  }

  /** Discards the output so far and sends. */
  send(text: string): void {
    this.#gathered = []
    this.#screen.clear()
    this.#channel.write(text)
  }

  /** Sends without discarding the output so far. */
  add(text: string): void {
    this.#channel.write(text)
  }

  /**
   * Yields output as latin1 until `decide` returns a decision, which is the generator's result. Calls `decide` with the
   * existing output and after each new packet. While the consumer works, reading and the time limits are paused.
   * @throws DeviceFailure prompt_timeout on silence, connection_lost when the channel ends, output_too_large
   */
  async *expect<T>(decide: (screen: Screen) => T | undefined, wait: Wait): AsyncGenerator<string, T, undefined> {
    const screen = this.#screen
    let startedAt = performance.now()
    let nudge = wait.nudge
    for (;;) {
      const decision = decide(screen)
      if (decision !== undefined) return decision
      const late = () => wait.failure?.(screen) ?? this.#failure('prompt_timeout', wait)
      const leftMs = startedAt + wait.totalMs - performance.now()
      if (leftMs <= 0) throw late()
      const idleMs = Math.min(wait.idleFor?.(screen) ?? Infinity, nudge ? wait.idleMs / 2 : wait.idleMs)
      const text = await this.#next(Math.min(leftMs, idleMs), wait)
      if (text !== undefined) {
        if (screen.length > wait.maxBytes)
          throw this.#failure('output_too_large', wait, `${screen.length} bytes of at most ${wait.maxBytes}`)
        const yieldedAt = performance.now()
        yield text
        startedAt += performance.now() - yieldedAt
      } else {
        if (!nudge) throw late()
        const keys = nudge()
        if (keys !== undefined) this.#channel.write(keys)
        nudge = undefined
      }
    }
  }

  /** As `expect`, for short output, which is gathered for `received`. */
  async until<T>(decide: (screen: Screen) => T | undefined, wait: Wait): Promise<T> {
    const output = this.expect(decide, wait)
    for (;;) {
      const next = await output.next()
      if (next.done) return next.value
      this.#gathered.push(next.value)
    }
  }

  /** Yields the output of the next `ms` milliseconds. @throws DeviceFailure connection_lost */
  async *listen(ms: number, wait: Wait): AsyncGenerator<string, void, undefined> {
    const endAt = performance.now() + ms
    for (let leftMs = ms; leftMs > 0; leftMs = endAt - performance.now()) {
      const text = await this.#next(leftMs, wait)
      if (text === undefined) return
      yield text
    }
  }

  /** The gathered output since the last `send`, as latin1. */
  received(): string {
    return this.#gathered.join('')
  }

  /** The last lines since the last `send`, as a screen shows them. */
  lastLines(): readonly string[] {
    return this.#screen.lines
  }

  /** Sends the last command and waits at most `graceMs` for the device to close the connection. Never rejects. */
  async finish(text: string, graceMs: number): Promise<void> {
    this.#channel.write(text)
    const endAt = performance.now() + graceMs
    try {
      for (let leftMs = graceMs; leftMs > 0; leftMs = endAt - performance.now()) {
        if ((await this.#pull(leftMs))?.done) return
      }
    } catch {
      return // the connection is already closed
    }
  }

  /** Closes the channel immediately. */
  close(): void {
    this.#channel.destroy()
  }

  /** Undefined on timeout. */
  async #next(timeoutMs: number, wait: Wait): Promise<string | undefined> {
    const result = await this.#pull(timeoutMs)
    if (result?.done) throw this.#failure('connection_lost', wait)
    if (!result) return undefined
    const text = result.value.toString('latin1')
    this.#screen.push(text)
    return text
  }

  /** Undefined on timeout. Later output is returned by the next pull. */
  async #pull(timeoutMs: number): Promise<IteratorResult<Buffer> | undefined> {
    this.#pending ??= this.#output.next()
    this.#pending.catch(() => undefined) // it may fail before the next pull, which throws the error
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), timeoutMs)))
    try {
      const result = await Promise.race([this.#pending, late])
      if (result) this.#pending = undefined
      return result
    } finally {
      clearTimeout(timer)
    }
  }

  #failure(code: 'prompt_timeout' | 'connection_lost' | 'output_too_large', wait: Wait, seen?: string) {
    const { step, expected } = wait
    return new DeviceFailure(code, { step, expected, seen: seen ?? this.#screen.describe() }, this.#secrets)
  }
}

const aPrompt = /^[\w.\-@/:()]{1,64} ?[>#$%]$/

/** Questions and notices of logins, anywhere in the text. */
const questions = [
  /^.{0,40}(?:username|login|password|passcode) ?: ?$/im,
  /press (?:return|any key|enter)/i,
  /(?:password|account) (?:has |is )?(?:expired|must be changed)/i,
  /permission denied|authentication failed|access denied|not (?:currently )?available|too many/i,
  /--more--|---\(more|\[(?:confirm|yes\/no|y\/n)\]|\(y\/n\)/i,
]
