import { message } from '../../shared/messages/message.ts'
import fs from 'node:fs'
import path from 'node:path'
import { CommandError, exitCodes } from './exit-codes.ts'

/** A session with a service, stored between commands. */
export interface KeptSession {
  /** Null if the keyring has it. */
  token: string | null
  email: string
  expires_at: string
  /** Absolute path. Trusted in addition to the system's authorities. */
  ca_file?: string
}

/** The stored sessions by the service's address, and the default one. */
export interface KeptSessions {
  current: string | null
  sessions: Record<string, KeptSession>
}

/**
 * Reads the sessions of a folder; empty without a file.
 * @throws CommandError if the file is damaged, or other users may read it
 */
export function readSessions(folder: string): KeptSessions {
  const file = fileIn(folder)
  let handle: number
  try {
    handle = fs.openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, sessions: {} }
    throw unusable(message('file_unreadable', { file, reason: (error as Error).message }))
  }
  try {
    refuseOpenFile(file, fs.fstatSync(handle).mode)
    const kept: unknown = JSON.parse(fs.readFileSync(handle, 'utf8'))
    if (isKept(kept)) return kept
  } catch (error) {
    if (error instanceof CommandError) throw error
    // reported below without the parser's message, which would quote the token
  } finally {
    fs.closeSync(handle)
  }
  throw unusable(message('session_file_damaged', { file }))
}

/**
 * Replaces the file. Only its owner may read it.
 * @throws CommandError
 */
export function writeSessions(folder: string, kept: KeptSessions): void {
  const file = fileIn(folder)
  const fresh = `${file}.${process.pid}`
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.rmSync(fresh, { force: true })
    fs.writeFileSync(fresh, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    fs.renameSync(fresh, file)
  } catch (error) {
    fs.rmSync(fresh, { force: true })
    throw unusable(message('file_unwritable', { file: folder, reason: (error as Error).message }))
  }
}

function fileIn(folder: string): string {
  return path.join(folder, 'sessions.json')
}

function refuseOpenFile(file: string, mode: number): void {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return
  throw unusable(message('session_file_exposed', { file }), message('session_file_exposed_advice', { file }))
}

function isKept(value: unknown): value is KeptSessions {
  if (typeof value !== 'object' || value === null || !('sessions' in value)) return false
  const { sessions } = value
  if (typeof sessions !== 'object' || sessions === null) return false
  return Object.values(sessions).every((one) => {
    const token = (one as KeptSession | null)?.token
    return token === null || typeof token === 'string'
  })
}

type EndArguments = ConstructorParameters<typeof CommandError>

function unusable(...[problem, hint]: [problem: EndArguments[1], hint?: EndArguments[2]]): CommandError {
  return new CommandError(exitCodes.unusable, problem, hint)
}
