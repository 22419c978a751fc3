import { stdin, stderr } from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { endWith, exitCodes } from '../exit-codes.ts'

/** Reads a line from the terminal without showing it. @throws CommandError if the terminal closes first */
export async function askHidden(secret: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  stderr.write(`${secret.replaceAll('_', ' ')} (not shown): `)
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(endWith(exitCodes.stopped, 'secret_not_entered', { secret })))
    })
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
