import { stdin, stderr } from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * The enrolment token from standard input: by a prompt that does not show what is typed, or, where there is no terminal,
 * all that comes. Never from an argument: those are seen by everybody on the computer.
 */
export async function askToken(): Promise<string> {
  if (!stdin.isTTY) return text(stdin)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  stderr.write('Enrolment token (not shown): ')
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(new Error('no token was given')))
    })
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
