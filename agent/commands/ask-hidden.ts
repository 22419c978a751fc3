import { stdin, stderr } from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { endWith, exitCodes } from '../exit-codes.ts'

/** A line from the terminal, not shown while it is typed. @throws CommandEnd when the terminal ends first */
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
