import fs from 'node:fs'
import path from 'node:path'
import { StartupError } from '../store/startup-error.ts'

/** A file for one token. */
export interface TokenFile {
  at: string
  /** Returns once it is on the disk; again, it replaces what was written. */
  write(token: string): void
  /** Nothing is left of it. */
  discard(): void
  close(): void
}

/**
 * Makes the file that an agent's token goes into, `FOLDER/CUSTOMER/AGENT.token`, for its owner alone. One that is there is
 * never written over: it may be what enrols the agent of another installation.
 * @throws StartupError
 */
export function openTokenFile(folder: string, customer: string, agent: string): TokenFile {
  const at = path.join(folder, customer, `${agent}.token`)
  const handle = inOneLine(at, () => {
    fs.mkdirSync(path.dirname(at), { recursive: true, mode: 0o700 })
    return fs.openSync(at, 'wx', 0o600)
  })
  return {
    at,
    write: (token) =>
      inOneLine(at, () => {
        fs.ftruncateSync(handle)
        fs.writeSync(handle, `${token}\n`, 0)
        fs.fsyncSync(handle)
      }),
    discard: () => fs.rmSync(at, { force: true }),
    close: () => fs.closeSync(handle),
  }
}

function inOneLine<T>(at: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    if (isThere) throw new StartupError('token_file_exists', { file: at }, { cause: error })
    throw new StartupError('file_unwritable', { file: at, reason: (error as Error).message }, { cause: error })
  }
}
