import fs from 'node:fs'
import path from 'node:path'
import { StartupError } from '../store/startup-error.ts'

/** A file for one enrolment token. */
export interface TokenFile {
  at: string
  /** Returns once the token is on disk. A second call replaces it. */
  write(token: string): void
  /** Deletes the file. */
  discard(): void
  close(): void
}

/**
 * Creates the file for an agent's token, `FOLDER/CUSTOMER/AGENT.token`, readable by its owner only. An existing file is
 * never overwritten: it may enrol the agent of another installation.
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
