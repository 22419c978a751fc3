import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { runClient } from '../../../desktop/cli/run-client.ts'

/** The result of a command: its exit code and its output. */
export interface Ended {
  code: number
  output: string
  errors: string
}

/** A user of the client with their own folder. */
export interface ClientUser {
  folder: string
  env: NodeJS.ProcessEnv
  /** Runs a command; `input` is its standard input, which is no terminal. `onOutput` gets what it reports meanwhile. */
  coffer(args: readonly string[], input?: string | Buffer, onOutput?: (said: string) => void): Promise<Ended>
  /** Like `coffer`, on a terminal where a user answers the prompts in order. */
  atTerminal(args: readonly string[], answers?: readonly string[]): Promise<Ended>
  end(): void
}

export function clientUser(env: NodeJS.ProcessEnv = {}): ClientUser {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-client-'))
  const own: NodeJS.ProcessEnv = { XDG_CONFIG_HOME: folder, ...env }
  return {
    folder,
    env: own,
    coffer: (args, input = '', onOutput = undefined) =>
      run(args, own, Readable.from([Buffer.from(input)]), {}, onOutput),
    async atTerminal(args, answers = []) {
      const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
      const isTerminal = { isTTY: true, columns: 120 }
      const left = [...answers]
      return run(args, own, keyboard, isTerminal, (said) => {
        if (/[:)] $/.test(said)) setImmediate(() => keyboard.write(`${left.shift() ?? ''}\r`))
      })
    },
    end: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdin: NodeJS.ReadableStream,
  kind: object,
  onOutput: (said: string) => void = () => undefined,
): Promise<Ended> {
  let [output, errors] = ['', '']
  const stdout = Object.assign(new PassThrough(), kind).on(
    'data',
    (bytes: Buffer) => (output += bytes.toString('latin1')),
  )
  const stderr = Object.assign(new PassThrough(), kind).on('data', (bytes: Buffer) => {
    errors += bytes.toString()
    onOutput(bytes.toString())
  })
  const code = await runClient(args, { env, stdin, stdout, stderr })
  return { code, output: Buffer.from(output, 'latin1').toString(), errors }
}
