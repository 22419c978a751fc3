import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import { isBlank } from '../../../shared/platforms/is-blank.ts'
import { plainLine } from './terminal-text.ts'

/**
 * Separates the lines of an answer on its own channel. It has no echo and no prompt, but may end in the lines shown
 * before a prompt. Blank lines behind the answer are not part of it.
 */
export class ExecLines {
  /** Length of the returned lines, including line ends. */
  bytes = 0
  readonly #shell: ShellDescription
  #line = ''
  #tail: string[] = []

  constructor(shell: ShellDescription) {
    this.#shell = shell
  }

  /** Takes more output as latin1 and returns the lines that certainly belong to the answer. */
  push(output: string): readonly string[] {
    const lines = output.split('\n')
    lines[0] = this.#line + (lines[0] ?? '')
    this.#line = lines.pop() ?? ''
    return this.#release(lines.map(plainLine))
  }

  /** Returns the last line if it belongs to the answer. */
  end(): readonly string[] {
    return this.#release([plainLine(this.#line)])
  }

  #release(lines: readonly string[]): readonly string[] {
    const released: string[] = []
    for (const line of lines) {
      if (isBlank(line) || this.#shell.promptLead?.test(line.trim()) === true) {
        this.#tail.push(line)
        continue
      }
      for (const held of this.#tail) released.push(held)
      if (this.#tail.length > 0) this.#tail = []
      released.push(line)
    }
    for (const line of released) this.bytes += line.length + 1
    return released
  }
}
