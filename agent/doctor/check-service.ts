import { newestOfBoth, spokenProtocols } from '../../shared/agent-protocol/protocols.ts'
import { exitCodes } from '../exit-codes.ts'
import { createHttpClient } from '../link/http.ts'
import { NoAnswer, Refused } from '../link/transport-error.ts'
import { askChallenge, type Challenge } from '../link/service.ts'
import type { AgentSettings } from '../settings.ts'
import { isRevoked, readState } from '../state-file.ts'
import { Blocked, type Check } from './check.ts'
import { reach } from './reach.ts'

/** A clock that is wrong by this much invalidates certificates and the order of log lines. */
const clockLimitS = 300

/**
 * Checks everything that a backup needs beside the device: the service, its key and its object store.
 * @throws Blocked for a failure that makes the later checks impossible
 */
export async function* checkService(
  settings: AgentSettings,
  address: string | undefined,
  proxyEnv: NodeJS.ProcessEnv,
): AsyncGenerator<Check> {
  const { stateDir, caCertificates } = settings
  const state = readState(stateDir)
  if (isRevoked(state)) {
    const result = `this agent was revoked on ${state.revokedAt}`
    yield { status: 'failed', subject: 'agent', result, advice: enrolAgain, exitCode: exitCodes.revoked }
  } else if (state?.enrolled) {
    yield { status: 'ok', subject: 'agent', result: `${state.enrolled.agentName} of ${state.enrolled.tenantName}` }
  } else {
    const result = 'this computer is not enrolled'
    const advice = 'run coffer-agent enroll with a new token'
    // Without enrolment, a service address was given.
    if (address !== undefined) yield { status: 'note', subject: 'agent', result }
    else yield { status: 'failed', subject: 'agent', result, advice, exitCode: exitCodes.notEnrolled }
  }
  const baseUrl = address ?? settings.url ?? state?.url
  if (baseUrl === undefined) return
  yield* reach({ url: new URL(baseUrl), owner: 'service', proxyEnv, caCertificates })

  const known = state && !isRevoked(state) ? Buffer.from(state.serviceKey, 'base64') : undefined
  const challenge = await readChallenge(baseUrl, known, settings, proxyEnv)
  yield known
    ? { status: 'ok', subject: 'key', result: 'the response is signed by the service that this agent is enrolled with' }
    : {
        status: 'note',
        subject: 'key',
        result: 'a Coffer service responds; its identity can be verified only after enrolment',
      }
  yield clockCheck(challenge.server_time)
  yield protocolCheck(challenge.protocols)
  yield* storeChecks(challenge.store_url, settings, proxyEnv)
}

const enrolAgain = 'ask an operator of the service for a new token, then run coffer-agent enroll'

async function readChallenge(
  baseUrl: string,
  key: Buffer | undefined,
  { caCertificates }: AgentSettings,
  proxyEnv: NodeJS.ProcessEnv,
): Promise<Challenge> {
  const http = createHttpClient({ caCertificates, proxyEnv, maxSockets: 1 })
  try {
    return await askChallenge({ baseUrl, http, known: key ? { key } : { asShown: true } })
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof Refused)) throw error
    if (error instanceof NoAnswer && error.kind === 'altered') {
      const advice = key
        ? 'check the address, then ask the administrator of the proxy that may respond instead. If the service was installed again, enrol this agent again'
        : 'check the address: no Coffer service responds there'
      throw new Blocked(exitCodes.notTheService, 'key', error.message, advice)
    }
    throw new Blocked(exitCodes.notReached, 'answer', error.message, 'ask the operator of the service to check its log')
  } finally {
    http.close()
  }
}

function clockCheck(serverTime: string): Check {
  const aheadS = Math.round((Date.now() - Date.parse(serverTime)) / 1000)
  const result = `the clock of this computer is ${Math.abs(aheadS)} s ${aheadS > 0 ? 'ahead of' : 'behind'} that of the service`
  if (Math.abs(aheadS) < 30) return { status: 'ok', subject: 'clock', result: 'agrees with the service' }
  if (Math.abs(aheadS) < clockLimitS) {
    return { status: 'note', subject: 'clock', result: `${result}; backups use the clock of the service` }
  }
  const advice = 'enable time synchronisation (NTP) on this computer'
  return { status: 'failed', subject: 'clock', result, advice, exitCode: exitCodes.clockOff }
}

function protocolCheck(spoken: readonly number[]): Check {
  const all = spoken.join(' and ')
  const agreed = newestOfBoth(spokenProtocols, spoken)
  if (agreed !== undefined) {
    return { status: 'ok', subject: 'protocol', result: `version ${agreed}; the service supports ${all}` }
  }
  const isOld = Math.max(...spokenProtocols) < Math.min(...spoken)
  return {
    status: 'failed',
    subject: 'protocol',
    result: `this agent supports version ${spokenProtocols.join(' and ')}, the service ${all}`,
    advice: isOld
      ? 'update this agent'
      : 'ask the operator of the service to update it, and use an older agent until then',
    exitCode: exitCodes.protocolUnknown,
  }
}

async function* storeChecks(
  storeUrl: string | null | undefined,
  { caCertificates }: AgentSettings,
  proxyEnv: NodeJS.ProcessEnv,
): AsyncGenerator<Check> {
  if (storeUrl === undefined) return // an older service does not report it
  if (storeUrl === null) {
    yield { status: 'ok', subject: 'store', result: 'backups are sent to the service' }
    return
  }
  try {
    for await (const check of reach({ url: new URL(storeUrl), owner: 'store', proxyEnv, caCertificates })) {
      if (check.status === 'note' && check.subject !== 'proxy') yield { ...check, subject: 'store' }
    }
    yield { status: 'ok', subject: 'store', result: `${storeUrl} can be reached` }
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    const result = `${error.check.result}. Backups are sent through the service instead, which is slower`
    yield { ...error.check, subject: 'store', result, exitCode: exitCodes.storeUnreached }
  }
}
