import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { message } from '../../shared/messages/message.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'

/** Whoever sits in front of the client, or the program that stands there. */
export interface Terminal {
  /** Whether somebody can be asked. */
  isInteractive: boolean
  /** A line that is shown while it is typed. @throws CommandEnd when nothing is given */
  ask(question: string): Promise<string>
  /**
   * A secret: by a prompt that does not show what is typed, or, where there is no terminal, all of standard input without
   * its last line end. Never from an argument or the environment, which others on the computer can see.
   */
  askSecret(what: string): Promise<string>
  /** All of standard input. */
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
        lines.once('SIGINT', () => reject(new CommandEnd(exitCodes.interrupted, message('interrupted'))))
        lines.once('close', () => reject(new CommandEnd(exitCodes.unusable, message('nothing_entered'))))
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
        return await prompt(`${what} (not shown): `, silent)
      } finally {
        stderr.write('\n')
      }
    },
  }
}
