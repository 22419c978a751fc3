import type { StepMessage } from '../../shared/messages/failure.ts'

export interface ShellAccount {
  username: string
  /** Without it the account keeps the rights of its login. */
  enableSecret?: string
  /** Blanked wherever a failure quotes the device. */
  secrets: readonly string[]
}

export type ShellStage = 'prompt' | 'enable' | 'prepare'

/** Takes an answer as it comes. */
export interface AnswerReader {
  /** Takes lines without their ends, as latin1. Waits while there is no room for more. */
  push(lines: readonly string[]): Promise<void>
  /**
   * Called when an answer ended in a prompt. If it returns true, one newline finds out whether that prompt was one, or a
   * line of the answer that looks like it; then more may be pushed.
   */
  isCut(): Promise<boolean>
}

/** Takes an answer that is stored. */
export interface TextReader extends AnswerReader {
  /** Whether a whole answer has a last line of its own: what comes behind it is not part of it. */
  readonly knowsEnd: boolean
  /** Something else came into the answer: `seen`, in words that quote nothing of it. */
  disturb(seen: string): void
}

/** A command line of a device, ready for commands: a shell at its prompt, or channels without a terminal. */
export interface CommandSession {
  /** Whether the account has all rights that the platform knows. */
  readonly isPrivileged: boolean
  /** The prompt as it came last, with all that varies; empty where there is none. */
  readonly shownPrompt: string
  /**
   * Sends one command and passes its answer as it comes, without echo, pager and prompt, to a reader that `begin`
   * returns. In a shell whose platform has comments, the answer ends where an end mark was echoed behind a prompt: no
   * line of it is taken for the prompt.
   * @throws DeviceFailure output_truncated, prompt_timeout, connection_lost, output_too_large
   */
  read<Reader extends TextReader>(command: string, step: StepMessage, begin: () => Reader): Promise<Reader>
  /** Returns the whole answer to one command, lines with their ends, as latin1. `isCut` as that of a reader. */
  ask(command: string, step: StepMessage, isCut?: (body: string) => boolean): Promise<string>
  /** Hangs up at once. */
  abandon(): void
  /** The lines in front of the prompt that ended the last answer, as `promptLead` knows them. */
  lead(): string[]
  /** Logs out when the device is at its prompt, and hangs up. Never rejects. */
  leave(): Promise<void>
}

/** A reader for answers that are short. */
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
