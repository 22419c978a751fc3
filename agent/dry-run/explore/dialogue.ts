import { message } from '../../../shared/messages/message.ts'
import type { Terminal, Wait } from '../../collect/cli/terminal.ts'
import { DeviceFailure } from '../../device-failure.ts'
import { mayExplore } from './known-commands.ts'

/** How long an exploration waits. */
export interface ExplorationLimits {
  /** Silence after which the device is believed to wait for input. */
  quietMs: number
  /** Silence in front of an empty line, as while a device builds its configuration. */
  silenceMs: number
  /** For one command. */
  totalMs: number
  maxBytes: number
}

export const explorationLimits: ExplorationLimits = {
  quietMs: 2_000,
  silenceMs: 60_000,
  totalMs: 300_000,
  maxBytes: 64 * 1024 * 1024,
}

/** What ended the answer to a command: the prompt, or a line that is neither prompt nor pager. */
export interface Reply {
  end: 'prompt' | 'question'
  /** Lines at which the device waited for a key, and continued after a space. */
  pages: string[]
}

/** Lines that ask for a decision or a value: neither prompts nor marks of a pager. */
const question =
  /\by(?:es)? ?(?:[/|]|or) ?no?\b|\[confirm\]|\b(?:name|password|number)\b.{0,20}[?:]$|[?]$|\[\d+ ?- ?\d+\][?:]?$/i

/** Whether a line asks for a decision or a value. */
export function isQuestion(line: string): boolean {
  return question.test(line.trim())
}

/** Whether a line may be the prompt of a command line, which ends with one of these characters. A menu does not. */
export function isPrompt(line: string): boolean {
  return /[#>$%]$/.test(line) && line.length < 200 && !isQuestion(line)
}

/** A longer line is data. */
const longestMark = 100

const silentParts = 16

/** A device that does not page only echoes the space. */
const echoBytes = 3

/** A dialogue with a device whose prompt and pager are not known: it ends when the device is silent. */
export class Dialogue {
  readonly #terminal: Terminal
  readonly #limits: ExplorationLimits
  readonly #secrets: readonly string[]
  newline = '\n'
  prompt: string | undefined
  readonly #marks = new Set<string>()
  #received = 0

  constructor(terminal: Terminal, limits: ExplorationLimits, secrets: readonly string[]) {
    this.#terminal = terminal
    this.#limits = limits
    this.#secrets = secrets
  }

  /** The line at the cursor, without blanks at its end. */
  get cursorLine(): string {
    return (this.#terminal.lastLines().at(-1) ?? '').trimEnd()
  }

  /** The line at the cursor, or the last one that is not blank. */
  get lastShownLine(): string {
    return (
      this.#terminal
        .lastLines()
        .findLast((line) => line.trim() !== '')
        ?.trimEnd() ?? ''
    )
  }

  /** The last line above the cursor that is not blank. */
  get lineBeforeCursor(): string {
    return (
      this.#terminal
        .lastLines()
        .slice(0, -1)
        .findLast((line) => line.trim() !== '') ?? ''
    )
  }

  /** Sends a line, such as an answer to a question, and waits until the device is silent. Returns the bytes received. */
  async send(text: string): Promise<number> {
    this.#terminal.send(text + this.newline)
    return this.waitUntilSilent()
  }

  /** Presses a key and waits until the device is silent. */
  async press(key: string): Promise<number> {
    this.#terminal.add(key)
    return this.waitUntilSilent()
  }

  /**
   * Sends a command and requests each further page.
   * @throws DeviceFailure prompt_timeout after a long silence, connection_lost, output_too_large
   */
  async ask(command: string): Promise<Reply> {
    if (!mayExplore(command)) throw new Error(`${command} may change a device`)
    const pages: string[] = []
    const endAt = performance.now() + this.#limits.totalMs
    let isPaging = false
    this.#terminal.send(command + this.newline)
    this.#received = 0
    let silentMs = 0
    for (;;) {
      const bytes = await this.waitUntilSilent(endAt)
      if (this.isAtPrompt) return { end: 'prompt', pages }
      const line = this.cursorLine.trim()
      silentMs = bytes > 0 ? 0 : silentMs + this.#limits.quietMs
      if (performance.now() > endAt || silentMs >= this.#limits.silenceMs) throw this.#silence(command)
      if (line === '' || line.endsWith(command)) continue
      if (!this.#isPager(line) || (isPaging && bytes <= echoBytes)) return { end: 'question', pages }
      this.#marks.add(shapeOfMark(line))
      pages.push(line)
      isPaging = true
      this.#terminal.add(' ')
    }
  }

  /** Sends the command of a logout. `prompt`: the device only left a level, or refused the command. */
  async leave(command: string): Promise<'closed' | 'prompt' | 'question'> {
    try {
      this.#terminal.send(command + this.newline)
      for (let waits = 0; waits < 3; waits++) {
        await this.waitUntilSilent()
        const line = this.cursorLine.trim()
        if (line !== '' && !line.endsWith(command)) return isPrompt(line) ? 'prompt' : 'question'
      }
      return 'question'
    } catch (error) {
      if (error instanceof DeviceFailure) return error.code === 'connection_lost' ? 'closed' : 'question'
      throw error
    }
  }

  get isAtPrompt(): boolean {
    return this.prompt !== undefined && this.cursorLine.trim() === this.prompt
  }

  /** Reads until the device is silent, but not beyond `endAt`; at a known prompt or mark, a short silence is enough. */
  async waitUntilSilent(endAt = performance.now() + this.#limits.totalMs): Promise<number> {
    const part = this.#limits.quietMs / silentParts
    let received = 0
    for (let silentMs = 0; silentMs < this.#limits.quietMs && performance.now() < endAt;) {
      let bytes = 0
      for await (const text of this.#terminal.listen(part, this.#wait())) bytes += text.length
      received += bytes
      this.#received += bytes
      if (this.#received > this.#limits.maxBytes) throw this.#failure('output_too_large', `${this.#received} bytes`)
      silentMs = bytes > 0 ? 0 : silentMs + part
      const isKnown = this.isAtPrompt || this.#marks.has(shapeOfMark(this.cursorLine.trim()))
      if (silentMs > 0 && received > 0 && isKnown) break
    }
    return received
  }

  #isPager(line: string): boolean {
    return this.#marks.has(shapeOfMark(line)) || (line.length < longestMark && !isQuestion(line))
  }

  #wait(): Wait {
    const { quietMs: idleMs, totalMs, maxBytes } = this.#limits
    return { step: message('step_exploring_device'), expected: message('expected_prompt'), idleMs, totalMs, maxBytes }
  }

  #silence(command: string): DeviceFailure {
    // the last line may be one of the configuration, so only the size is reported
    return this.#failure('prompt_timeout', `${command}: ${this.#received} bytes`)
  }

  #failure(code: 'prompt_timeout' | 'output_too_large', seen: string): DeviceFailure {
    const { step, expected } = this.#wait()
    return new DeviceFailure(code, { step, expected, seen }, this.#secrets)
  }
}

/** A mark may contain a position, such as a percentage. */
function shapeOfMark(line: string): string {
  return line.replace(/\d+/g, '0')
}
