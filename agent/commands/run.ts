import fs from 'node:fs'
import { createAgentLog } from '../agent-log.ts'
import { appendToLogFile } from '../log-file.ts'
import { CommandEnd, exitCodes } from '../exit-codes.ts'
import type { AgentSettings } from '../settings.ts'
import { type AgentState, isRevoked, readState, wipeState, writeState } from '../state-file.ts'
import { lockState } from '../state-lock.ts'
import { supervise } from '../supervisor/supervise.ts'
import { enrollAgent } from './enroll.ts'

/**
 * Works until a signal ends it, or an operator revokes the agent. An agent that is not enrolled enrols itself first when
 * the settings hold an address and a token.
 * @param stopping aborted by the first signal to end
 * @throws CommandEnd
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
      readSequence: () => sequence,
      keepSequence(next) {
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
    throw new CommandEnd(
      exitCodes.revoked,
      'this agent was revoked: its keys are wiped. To use it again, enrol it anew',
    )
  } finally {
    unlock()
  }
}

/** @returns gives the state back. @throws CommandEnd when another process has it */
export function takeState(stateDir: string): () => void {
  const unlock = lockState(stateDir)
  if (unlock) return unlock
  throw new CommandEnd(exitCodes.alreadyRunning, `an agent is running on the state in ${stateDir}: stop it first`)
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
    throw new CommandEnd(
      exitCodes.revoked,
      `this agent was revoked on ${state.revokedAt}: enrol it anew with a new token`,
    )
  }
  throw new CommandEnd(exitCodes.notEnrolled, 'this agent is not enrolled: give it a token with coffer-agent enroll')
}

/** @throws CommandEnd when there is none to read */
export function readTokenFile(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandEnd(exitCodes.unusable, `cannot read the token in ${file}: ${(error as Error).message}`)
  }
}
