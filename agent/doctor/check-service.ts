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
    const said = `this agent was revoked on ${state.revokedAt}`
    yield { is: 'wrong', what: 'agent', said, mender: again, exitCode: exitCodes.revoked }
  } else if (state?.enrolled) {
    yield { is: 'ok', what: 'agent', said: `${state.enrolled.agentName} of ${state.enrolled.tenantName}` }
  } else {
    const said = 'this computer is not enrolled'
    const mender = 'coffer-agent enroll, with a new token'
    // Without enrolment, a service address was given.
    if (address !== undefined) yield { is: 'note', what: 'agent', said }
    else yield { is: 'wrong', what: 'agent', said, mender, exitCode: exitCodes.notEnrolled }
  }
  const baseUrl = address ?? settings.url ?? state?.url
  if (baseUrl === undefined) return
  yield* reach({ url: new URL(baseUrl), whose: 'service', proxyEnv, caCertificates })

  const known = state && !isRevoked(state) ? Buffer.from(state.serviceKey, 'base64') : undefined
  const challenge = await asked(baseUrl, known, settings, proxyEnv)
  yield known
    ? { is: 'ok', what: 'key', said: 'what answers is signed by the service that this agent was enrolled with' }
    : {
        is: 'note',
        what: 'key',
        said: 'a Coffer service answers; which one it is can be checked once this is enrolled',
      }
  yield clockCheck(challenge.server_time)
  yield protocolCheck(challenge.protocols)
  yield* storeChecks(challenge.store_url, settings, proxyEnv)
}

const again = 'an operator of the service makes a new token; then coffer-agent enroll'

async function asked(
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
      const mender = key
        ? 'check the address, then ask the administrator of the proxy that answers in its place. If the service was set up again, enrol this agent again'
        : 'check the address: what answers there is no Coffer service'
      throw new Blocked(exitCodes.notTheService, 'key', error.message, mender)
    }
    throw new Blocked(exitCodes.notReached, 'answer', error.message, 'ask the operator of the service to check its log')
  } finally {
    http.close()
  }
}

function clockCheck(serverTime: string): Check {
  const aheadS = Math.round((Date.now() - Date.parse(serverTime)) / 1000)
  const said = `this computer's is ${Math.abs(aheadS)} s ${aheadS > 0 ? 'ahead of' : 'behind'} the service's`
  if (Math.abs(aheadS) < 30) return { is: 'ok', what: 'clock', said: 'agrees with the service' }
  if (Math.abs(aheadS) < clockLimitS) return { is: 'note', what: 'clock', said: `${said}; backups go by the service's` }
  const mender = 'switch on the time synchronisation (NTP) of this computer'
  return { is: 'wrong', what: 'clock', said, mender, exitCode: exitCodes.clockOff }
}

function protocolCheck(spoken: readonly number[]): Check {
  const all = spoken.join(' and ')
  const agreed = newestOfBoth(spokenProtocols, spoken)
  if (agreed !== undefined) {
    return { is: 'ok', what: 'protocol', said: `version ${agreed}; the service speaks ${all}` }
  }
  const isOld = Math.max(...spokenProtocols) < Math.min(...spoken)
  return {
    is: 'wrong',
    what: 'protocol',
    said: `this agent speaks version ${spokenProtocols.join(' and ')}, the service ${all}`,
    mender: isOld
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
    yield { is: 'ok', what: 'store', said: 'backups go to the service itself' }
    return
  }
  try {
    for await (const check of reach({ url: new URL(storeUrl), whose: 'store', proxyEnv, caCertificates })) {
      if (check.is === 'note' && check.what !== 'proxy') yield { ...check, what: 'store' }
    }
    yield { is: 'ok', what: 'store', said: `${storeUrl} can be reached` }
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    const said = `${error.check.said}. Backups go through the service then, which is slower`
    yield { ...error.check, what: 'store', said, exitCode: exitCodes.storeUnreached }
  }
}
