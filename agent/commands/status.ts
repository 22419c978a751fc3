import { endWith, exitCodes } from '../exit-codes.ts'
import { createHttpClient } from '../link/http.ts'
import { NoAnswer, Refused } from '../link/transport-error.ts'
import { askChallenge } from '../link/service.ts'
import type { AgentSettings } from '../settings.ts'
import { isRevoked, readState } from '../state-file.ts'
import { lockState } from '../state-lock.ts'

/** Prints the agent's identity, whether it runs, and whether the service is reachable and is the pinned one. */
export async function printStatus(settings: AgentSettings, print: (line: string) => void): Promise<void> {
  const { stateDir, caCertificates } = settings
  const state = readState(stateDir)
  print(`state      ${stateDir}`)
  if (!state) throw endWith(exitCodes.notEnrolled, 'agent_not_enrolled')
  if (isRevoked(state)) throw endWith(exitCodes.revoked, 'agent_was_revoked', { revoked_at: state.revokedAt })
  if (!state.enrolled) {
    throw endWith(exitCodes.notEnrolled, 'enrolment_unconfirmed')
  }
  const baseUrl = settings.url ?? state.url
  print(`agent      ${state.enrolled.agentName} (${state.agentId})`)
  print(`customer   ${state.enrolled.tenantName}`)
  print(`service    ${baseUrl}`)
  print(`process    ${isRunning(stateDir) ? 'an agent is running' : 'no agent is running'}`)

  const http = createHttpClient({ caCertificates, proxyEnv: process.env, maxSockets: 1 })
  try {
    const { server_time: serverTime } = await askChallenge({
      baseUrl,
      http,
      known: { key: Buffer.from(state.serviceKey, 'base64') },
    })
    print('response   signed by the service that this agent is enrolled with')
    const aheadS = Math.round((Date.now() - Date.parse(serverTime)) / 1000)
    if (Math.abs(aheadS) >= 30) {
      print(
        `clock      ${Math.abs(aheadS)} s ${aheadS > 0 ? 'ahead of' : 'behind'} the service; backups use the clock of the service`,
      )
    }
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof Refused)) throw error
    const isAltered = error instanceof NoAnswer && error.kind === 'altered'
    const found = { reason: error.message }
    if (isAltered) throw endWith(exitCodes.notTheService, 'service_answer_altered', found)
    throw endWith(exitCodes.notReached, 'service_not_reached', found)
  } finally {
    http.close()
  }
}

function isRunning(stateDir: string): boolean {
  const unlock = lockState(stateDir)
  unlock?.()
  return !unlock
}
