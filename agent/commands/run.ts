import fs from 'node:fs'
import { endWith, exitCodes, unusable } from '../exit-codes.ts'
import { appendToLogFile } from '../log-file.ts'
import type { AgentSettings } from '../settings.ts'
import { type AgentState, isRevoked, readState, wipeState, writeState } from '../state-file.ts'
import { lockState } from '../state-lock.ts'
import { supervise } from '../supervisor/supervise.ts'
import { enrollAgent } from './enroll.ts'

/** The same line is logged at most once in this time: an error that repeats for hours would hide the others. */
const repeatMs = 60_000

/**
 * Runs the agent until a signal ends it or an administrator revokes it. If the agent is not enrolled, enrols it first,
 * provided that the settings contain an address and a token.
 * @param stopping aborted by the first termination signal
 * @throws CommandError
 */
export async function runAgent(settings: AgentSettings, version: string, stopping: AbortSignal): Promise<void> {
  const unlock = takeState(settings.stateDir)
  try {
    const { logFile } = settings
    const log = createAgentLog(logFile === undefined ? (text) => process.stdout.write(text) : appendToLogFile(logFile))
    const state = await enrolledState(settings, version)
    const { agentName, tenantId, tenantName } = state.enrolled
    log('info', `coffer agent ${version}: ${agentName} of ${tenantName}, process ${process.pid}`)
    let sequence = state.sequence
    const keySeed = Buffer.from(state.keySeed, 'base64')
    const end = await supervise({
      baseUrl: settings.url ?? state.url,
      agentId: state.agentId,
      tenantId,
      keySeed,
      serviceKey: Buffer.from(state.serviceKey, 'base64'),
      version,
      concurrency: settings.concurrency,
      caCertificates: settings.caCertificates,
      listenerCertificate: settings.listenerCertificate,
      readSequence: () => sequence,
      storeSequence(next) {
        writeState(settings.stateDir, { ...state, sequence: next })
        sequence = next
      },
      log,
      stopping,
    })
    keySeed.fill(0)
    if (end === 'stopped') return log('info', 'stopped')
    const revokedAt = new Date().toISOString()
    wipeState(settings.stateDir, { url: state.url, agentId: state.agentId, revokedAt })
    throw endWith(exitCodes.revoked, 'agent_keys_wiped')
  } finally {
    unlock()
  }
}

/** @returns a function that releases the state. @throws CommandError if another process holds it */
export function takeState(stateDir: string): () => void {
  const unlock = lockState(stateDir)
  if (unlock) return unlock
  throw endWith(exitCodes.alreadyRunning, 'agent_already_running', { folder: stateDir })
}

type EnrolledState = AgentState & Required<Pick<AgentState, 'enrolled'>>

async function enrolledState(settings: AgentSettings, version: string): Promise<EnrolledState> {
  const { stateDir, url, tokenFile, caCertificates } = settings
  const state = readState(stateDir)
  if (state && !isRevoked(state) && state.enrolled) return { ...state, enrolled: state.enrolled }
  if (url && tokenFile) {
    const token = readTokenFile(tokenFile)
    const fresh = await enrollAgent({ url, token, stateDir, version, caCertificates, replace: false })
    if (fresh.enrolled) return { ...fresh, enrolled: fresh.enrolled }
  }
  if (isRevoked(state)) {
    throw endWith(exitCodes.revoked, 'agent_was_revoked', { revoked_at: state.revokedAt })
  }
  throw endWith(exitCodes.notEnrolled, 'agent_not_enrolled')
}

/** @throws CommandError if the file contains no token */
export function readTokenFile(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw unusable('file_unreadable', { file, reason: (error as Error).message })
  }
}

/** Writes one line per event for the local administrator, starting with its time in UTC. */
type AgentLog = (level: 'info' | 'warn' | 'error', line: string) => void

function createAgentLog(write: (text: string) => void, now: () => number = () => Date.now()): AgentLog {
  const last = new Map<string, number>()
  return (level, line) => {
    const at = now()
    for (const [known, when] of last) if (at - when >= repeatMs) last.delete(known)
    if (last.has(line)) return
    last.set(line, at)
    write(`${new Date(at).toISOString()} ${level.padEnd(5)} ${line}\n`)
  }
}
