import { stderr, stdin } from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StartupError } from '../store/startup-error.ts'

/**
 * Reads a password from standard input. A terminal shows a prompt without echo and asks twice; otherwise all input is
 * read, without its last line ending. Passwords are not accepted as arguments, which every user of the computer can
 * see.
 * @throws StartupError if the password is empty or the two differ
 */
export async function askPassword(): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).replace(/\r?\n$/, '')
  const password = await typed('Password (not shown): ')
  if ((await typed('The same again: ')) === password) return password
  throw new StartupError('passwords_differ')
}

async function typed(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  stderr.write(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(new StartupError('password_missing')))
    })
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
