import fs from 'node:fs'
import path from 'node:path'
import { unusable } from './exit-codes.ts'

/** All that an agent stores on disk. Byte strings are base64. */
export interface AgentState {
  url: string
  agentId: string
  /** The 32-byte seed of the agent's Ed25519 key. */
  keySeed: string
  /** The service's Ed25519 key. Every answer is verified against it. */
  serviceKey: string
  /** The last value from the service. It is sent when a session opens, so that the service detects a cloned disk. */
  sequence: number
  /** Absent until the service has confirmed the enrolment: its reply may have been lost. */
  enrolled?: { agentName: string; tenantId: string; tenantName: string; labMode: boolean }
  /** An unconfirmed new enrolment. Until it is confirmed, the existing one remains in use. */
  pending?: PendingIdentity
}

export type PendingIdentity = Pick<AgentState, 'url' | 'agentId' | 'keySeed' | 'serviceKey'>

/** The state of a revoked agent, without keys. It explains the revocation at the next start. */
export interface RevokedState {
  url: string
  agentId: string
  revokedAt: string
}

/** Undefined before the first enrolment. @throws CommandError */
export function readState(stateDir: string): AgentState | RevokedState | undefined {
  const file = fileIn(stateDir)
  let text: string
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusable('file_unreadable', { file, reason: (error as Error).message })
  }
  try {
    const state: unknown = JSON.parse(text)
    if (isState(state) || isRevoked(state)) return state
  } catch {
    // reported below without the parser's message, which would quote the key
  }
  throw unusable('state_damaged', { file })
}

export function isRevoked(state: unknown): state is RevokedState {
  return typeof state === 'object' && state !== null && 'revokedAt' in state
}

/**
 * Replaces the state atomically: after a crash either the old or the new state exists. Returns once the new state is
 * flushed to disk. Only the owner can read it.
 * @throws CommandError
 */
export function writeState(stateDir: string, state: AgentState | RevokedState): void {
  const file = fileIn(stateDir)
  const fresh = `${file}.new`
  try {
    fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 })
    fs.rmSync(fresh, { force: true }) // a leftover file may have wider permissions, which writing would not change
    fs.writeFileSync(fresh, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true, flag: 'wx' })
    chownToOwner(stateDir, fresh)
    fs.renameSync(fresh, file)
    if (process.platform !== 'win32') flushFolder(stateDir)
  } catch (error) {
    throw unusable('state_unusable', { folder: stateDir, reason: (error as Error).message })
  }
}

/** Gives a file written by root to the owner of the folder, so that the installed agent can read it. */
export function chownToOwner(stateDir: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = fs.statSync(stateDir)
  fs.lchownSync(file, uid, gid)
}

/** Deletes the keys from the disk: overwrites the bytes before it replaces the file with one without keys. */
export function wipeState(stateDir: string, left: RevokedState): void {
  const file = fileIn(stateDir)
  try {
    const { size } = fs.statSync(file)
    const handle = fs.openSync(file, 'r+')
    fs.writeSync(handle, Buffer.alloc(size), 0, size, 0)
    fs.fsyncSync(handle)
    fs.closeSync(handle)
  } catch {
    // Nothing to overwrite, or no permission: the file is replaced in any case.
  }
  writeState(stateDir, left)
}

function fileIn(stateDir: string): string {
  return path.join(stateDir, 'agent.json')
}

/** Flushes a folder, which makes a rename durable. */
function flushFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

function isState(value: unknown): value is AgentState {
  if (typeof value !== 'object' || value === null) return false
  const state = value as Record<string, unknown>
  const texts = ['url', 'agentId', 'keySeed', 'serviceKey'].every((name) => typeof state[name] === 'string')
  return texts && Number.isSafeInteger(state['sequence'])
}
