import { CommandEnd, exitCodes } from '../exit-codes.ts'
import { createHttpClient } from '../link/http.ts'
import { NoAnswer, Refused } from '../link/no-answer.ts'
import { askChallenge } from '../link/service.ts'
import type { AgentSettings } from '../settings.ts'
import { isRevoked, readState } from '../state-file.ts'
import { lockState } from '../state-lock.ts'

/** Who this agent is, whether it runs, and whether the service can be reached and is the right one. */
export async function tellStatus(settings: AgentSettings, print: (line: string) => void): Promise<void> {
  const { stateDir, caCertificates } = settings
  const state = readState(stateDir)
  print(`state      ${stateDir}`)
  if (!state) throw new CommandEnd(exitCodes.notEnrolled, 'this agent is not enrolled')
  if (isRevoked(state)) throw new CommandEnd(exitCodes.revoked, `this agent was revoked on ${state.revokedAt}`)
  if (!state.enrolled) {
    throw new CommandEnd(exitCodes.notEnrolled, 'the enrolment was not confirmed: repeat it with the same token')
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
    print('answer     signed by the service that this agent was enrolled with')
    const aheadS = Math.round((Date.now() - Date.parse(serverTime)) / 1000)
    if (Math.abs(aheadS) >= 30) {
      print(
        `clock      this computer's is ${Math.abs(aheadS)} s ${aheadS > 0 ? 'ahead' : 'behind'}; backups go by the service's`,
      )
    }
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof Refused)) throw error
    const isAltered = error instanceof NoAnswer && error.kind === 'altered'
    throw new CommandEnd(isAltered ? exitCodes.notTheService : exitCodes.notReached, error.message)
  } finally {
    http.close()
  }
}

function isRunning(stateDir: string): boolean {
  const unlock = lockState(stateDir)
  unlock?.()
  return !unlock
}
