import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/** The user at the terminal, or the program connected to standard input. */
export interface Terminal {
  /** Whether questions can be asked. */
  isInteractive: boolean
  /**
   * Reads a line with echo.
   * @throws CommandError if it is empty
   */
  ask(question: string): Promise<string>
  /**
   * Reads a secret: at a prompt without echo, or without a terminal all of standard input without its last line end.
   * Arguments and the environment are not used, because others on the computer can see them.
   */
  askSecret(what: string): Promise<string>
  /** Reads all of standard input. */
  input(): Promise<Buffer>
}

export function createTerminal(stdin: NodeJS.ReadableStream, stderr: NodeJS.WritableStream): Terminal {
  const isInteractive = Boolean((stdin as Partial<ReadStream>).isTTY)
  async function prompt(question: string, output: NodeJS.WritableStream): Promise<string> {
    const lines = createInterface({ input: stdin, output, terminal: true })
    stderr.write(question)
    try {
      return await new Promise<string>((resolve, reject) => {
        lines.once('line', resolve)
        lines.once('SIGINT', () => reject(new CommandError(exitCodes.interrupted, message('interrupted'))))
        lines.once('close', () => reject(new CommandError(exitCodes.unusable, message('nothing_entered'))))
      })
    } finally {
      lines.close()
    }
  }
  return {
    isInteractive,
    input: () => buffer(stdin),
    ask: (question) => prompt(question, stderr),
    async askSecret(what) {
      if (!isInteractive) return (await buffer(stdin)).toString('utf8').replace(/\r?\n$/, '')
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
      try {
        return await prompt(`${what} (hidden): `, silent)
      } finally {
        stderr.write('\n')
      }
    },
  }
}
