import fs from 'node:fs'
import path from 'node:path'
import { unusable } from './exit-codes.ts'

/** All that an agent keeps on a disk. Byte strings are base64. */
export interface AgentState {
  url: string
  agentId: string
  /** The 32 bytes of the agent's Ed25519 key. */
  keySeed: string
  /** The service's Ed25519 key: every answer is checked against it. */
  serviceKey: string
  /** As the service last told it; sent when a session begins, so that a disk that was cloned is noticed. */
  sequence: number
  /** Absent while the service has not confirmed the enrolment: its answer may have been lost. */
  enrolled?: { agentName: string; tenantId: string; tenantName: string; labMode: boolean }
  /** A new enrolment that is not confirmed: what is enrolled goes on as it is if it never will be. */
  pending?: PendingIdentity
}

export type PendingIdentity = Pick<AgentState, 'url' | 'agentId' | 'keySeed' | 'serviceKey'>

/** A revoked agent has no keys; what is left says so to whoever starts it. */
export interface RevokedState {
  url: string
  agentId: string
  revokedAt: string
}

/** Undefined before the first enrolment. @throws CommandEnd */
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
    // told below, without the parser's words: they would quote the key
  }
  throw unusable('state_damaged', { file })
}

export function isRevoked(state: unknown): state is RevokedState {
  return typeof state === 'object' && state !== null && 'revokedAt' in state
}

/**
 * Replaces the state so that a crash at any moment leaves the old one or the new one, and returns when it would survive
 * a power cut. Only the owner may read it.
 * @throws CommandEnd
 */
export function writeState(stateDir: string, state: AgentState | RevokedState): void {
  const file = fileIn(stateDir)
  const fresh = `${file}.new`
  try {
    fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 })
    fs.rmSync(fresh, { force: true }) // one that was left may have wider rights, which writing would keep
    fs.writeFileSync(fresh, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true, flag: 'wx' })
    chownToOwner(stateDir, fresh)
    fs.renameSync(fresh, file)
    if (process.platform !== 'win32') flushFolder(stateDir)
  } catch (error) {
    throw unusable('state_unusable', { folder: stateDir, reason: (error as Error).message })
  }
}

/** What root writes into the folder of an installed agent stays of use to that agent's account. */
export function chownToOwner(stateDir: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = fs.statSync(stateDir)
  fs.lchownSync(file, uid, gid)
}

/** Takes the keys from the disk: the bytes are overwritten before the file gives way to one without them. */
export function wipeState(stateDir: string, left: RevokedState): void {
  const file = fileIn(stateDir)
  try {
    const { size } = fs.statSync(file)
    const handle = fs.openSync(file, 'r+')
    fs.writeSync(handle, Buffer.alloc(size), 0, size, 0)
    fs.fsyncSync(handle)
    fs.closeSync(handle)
  } catch {
    // there is nothing to overwrite, or no right to: the file is replaced all the same
  }
  writeState(stateDir, left)
}

function fileIn(stateDir: string): string {
  return path.join(stateDir, 'agent.json')
}

/** A rename is on the disk when its folder is. */
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
