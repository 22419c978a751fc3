import type { StepMessage } from '../../../shared/messages/failure.ts'
import type { ShellLimits } from '../../../shared/platforms/platform.ts'

export interface ShellAccount {
  username: string
  /** For devices that ask again within the shell. */
  password?: string
  /** If absent, the account keeps the rights of its login. */
  enableSecret?: string
  /** Masked wherever a failure quotes the device. */
  secrets: readonly string[]
}

export type ShellStage = 'prompt' | 'enable' | 'prepare'

/** Receives an answer as it arrives. */
export interface AnswerReader {
  /** Limits of this answer that differ from those of the session. */
  readonly limits?: Readonly<Partial<Pick<ShellLimits, 'idleMs' | 'totalMs'>>>
  /** Takes lines as latin1, without line ends. Waits while its buffer is full. */
  push(lines: readonly string[]): Promise<void>
  /**
   * Called when an answer ended in a prompt. If it returns true, one newline is sent to find out whether that prompt
   * was a line of the answer; then more may be pushed.
   */
  isCut(): Promise<boolean>
}

/** Receives an answer that is stored. */
export interface TextReader extends AnswerReader {
  /** Whether a complete answer has a defined last line. Output behind it is not part of it. */
  readonly knowsEnd: boolean
  /** Reports unexpected output within the answer. `seen` describes it without quoting it. */
  disturb(seen: string): void
}

/** A device's command line, ready for commands: a shell at its prompt, or channels without a terminal. */
export interface CommandSession {
  /** Whether the account has all rights that the platform knows. */
  readonly isPrivileged: boolean
  /** The last prompt as the device showed it, including variable parts. Empty if the session has no prompts. */
  readonly shownPrompt: string
  /**
   * Sends one command and passes its answer as it arrives, without echo, pager and prompt, to a reader that `begin`
   * returns. In a shell whose platform has comments, the answer ends where an end mark was echoed behind a prompt, so
   * no line of the answer is taken for the prompt.
   * @throws DeviceFailure output_truncated, prompt_timeout, connection_lost, output_too_large
   */
  read<Reader extends TextReader>(command: string, step: StepMessage, begin: () => Reader): Promise<Reader>
  /** Returns the complete answer to one command as latin1, with line ends. `isCut` is that of a reader. */
  ask(command: string, step: StepMessage, isCut?: (body: string) => boolean): Promise<string>
  /** Closes the connection immediately. */
  abandon(): void
  /** The lines before the prompt that ended the last answer, as defined by `promptLead`. */
  lead(): string[]
  /** Logs out if the device is at its prompt, and closes the connection. Never rejects. */
  leave(): Promise<void>
}

/** Returns a reader for short answers. */
export function gatheringReader(isCut: (body: string) => boolean = () => false) {
  let body = ''
  return {
    push(lines: readonly string[]) {
      for (const line of lines) body += `${line}\n`
      return Promise.resolve()
    },
    isCut: () => Promise.resolve(isCut(body)),
    body: () => body,
  }
}
