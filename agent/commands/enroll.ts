import { randomBytes } from 'node:crypto'
import os from 'node:os'
import { publicKeyOf, signingKeyFrom } from '../../shared/agent-protocol/ed25519.ts'
import {
  type EnrollmentToken,
  readEnrollmentToken,
  tokenKeys,
  TokenUnreadable,
} from '../../shared/agent-protocol/enrollment-token.ts'
import { endWith, exitCodes, unusable } from '../exit-codes.ts'
import { createHttpClient, type HttpClient } from '../link/http.ts'
import { NoAnswer, Refused } from '../link/transport-error.ts'
import { askChallenge, enroll, type Enrolled } from '../link/service.ts'
import { protectStateFolder } from '../install/windows-folder.ts'
import { systemStateDir } from '../settings.ts'
import { type AgentState, isRevoked, type PendingIdentity, readState, writeState } from '../state-file.ts'

export interface EnrollSettings {
  url: string
  /** As provided, from any source. */
  token: string
  stateDir: string
  version: string
  caCertificates?: string
  /** Whether to enrol a computer that is enrolled already, as another agent. */
  replace: boolean
}

/**
 * Consumes an enrolment token and stores the agent's state. The key is written to disk before it is sent: if the reply
 * is lost, the same command with the same token gets it again.
 * @throws CommandError with a message for the user who entered the token
 */
export async function enrollAgent(settings: EnrollSettings): Promise<AgentState> {
  const { url, stateDir, caCertificates } = settings
  const token = readToken(settings.token)
  const known = readState(stateDir)
  if (known && !isRevoked(known) && known.enrolled && known.agentId !== token.agentId && !settings.replace) {
    const { agentName: agent, tenantName: customer } = known.enrolled
    throw unusable('agent_enrolled_already', { agent, customer, url: known.url })
  }
  const isOfComputer = process.platform === 'win32' && stateDir === systemStateDir('win32', process.env)
  if (isOfComputer) protectStateFolder(stateDir)
  const http = createHttpClient({ caCertificates, proxyEnv: process.env, maxSockets: 1 })
  try {
    const { challenge, service_key: serviceKey } = await askChallenge({
      baseUrl: url,
      http,
      known: { fingerprint: token.serviceKeyFingerprint },
    })
    const before = known && !isRevoked(known) ? known : undefined
    const fresh = identityFor(url, token, serviceKey, before)
    writeState(stateDir, before?.enrolled ? { ...before, pending: fresh } : { ...fresh, sequence: 0 })
    const enrolled = await spend(fresh, token, challenge, settings.version, http)
    const confirmed: AgentState = { ...fresh, sequence: 0, enrolled: stateOf(enrolled) }
    writeState(stateDir, confirmed)
    return confirmed
  } catch (error) {
    throw explained(error)
  } finally {
    http.close()
  }
}

function readToken(text: string): EnrollmentToken {
  try {
    return readEnrollmentToken(text)
  } catch (error) {
    if (error instanceof TokenUnreadable) {
      throw endWith(exitCodes.tokenRefused, 'enrolment_token_invalid', { reason: error.message })
    }
    throw error
  }
}

/**
 * Returns the agent's key. A key that was generated but not confirmed is used again, because the service may already
 * know it.
 */
function identityFor(url: string, token: EnrollmentToken, serviceKey: string, before?: AgentState): PendingIdentity {
  const { agentId } = token
  const unconfirmed = before?.enrolled ? before.pending : before
  const keySeed = unconfirmed?.agentId === agentId ? unconfirmed.keySeed : randomBytes(32).toString('base64')
  return { url, agentId, keySeed, serviceKey }
}

function spend(
  state: PendingIdentity,
  token: EnrollmentToken,
  challenge: string,
  version: string,
  http: HttpClient,
): Promise<Enrolled> {
  const signingKey = signingKeyFrom(Buffer.from(state.keySeed, 'base64'))
  const service = { baseUrl: state.url, http, key: Buffer.from(state.serviceKey, 'base64') }
  return enroll(
    service,
    { signingKey, tokenKey: tokenKeys(token.seed).privateKey },
    {
      agent_id: state.agentId,
      challenge,
      public_key: publicKeyOf(signingKey).toString('base64'),
      hostname: os.hostname(),
      version,
    },
  )
}

function stateOf(enrolled: Enrolled): NonNullable<AgentState['enrolled']> {
  return {
    agentName: enrolled.agent_name,
    tenantId: enrolled.tenant_id,
    tenantName: enrolled.tenant_name,
    labMode: enrolled.lab_mode,
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof Refused || error instanceof NoAnswer)) return error
  const found = { reason: error.message }
  if (error instanceof Refused) return endWith(exitCodes.tokenRefused, 'enrolment_rejected', found)
  if (error.kind !== 'altered') return endWith(exitCodes.notReached, 'service_not_reached', found)
  return endWith(exitCodes.notTheService, 'service_answer_altered', found)
}
