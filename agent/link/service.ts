import { randomBytes, type KeyObject } from 'node:crypto'
import type { components } from '../../shared/contract/api-types.ts'
import { keyFingerprint, none } from '../../shared/agent-protocol/exchange.ts'
import { createExchange, type Exchange } from './exchange.ts'
import type { HttpClient } from './http.ts'
import { NoAnswer } from './transport-error.ts'

type Schemas = components['schemas']
export type Challenge = Schemas['Challenge']
export type Enrolled = Schemas['Enrolled']
export type AgentSession = Schemas['AgentSession']

/** Timeout of the requests that open a session, in milliseconds. */
const beginningMs = 15_000

/** The address of the service and how it is authenticated. */
export interface Service {
  baseUrl: string
  http: HttpClient
  /**
   * Its key, or the key's fingerprint from an enrolment token. `asShown` accepts any key that the answer presents, only
   * to find out whether a service replies.
   */
  known: { key: Uint8Array } | { fingerprint: string } | { asShown: true }
}

/**
 * Requests a new challenge, whose signature proves the service's identity.
 * @throws NoAnswer `altered` if another service replied
 */
export async function askChallenge(service: Service, signal?: AbortSignal): Promise<Challenge> {
  const { baseUrl, http, known } = service
  const serviceKey = 'key' in known ? known.key : (answer: unknown) => shownKey(answer, known)
  const exchange = createExchange({ baseUrl, http, agent: none, serviceKey })
  const nonce = randomBytes(24).toString('base64url')
  const path = `/api/agent/challenge?nonce=${nonce}`
  return requireBody(await exchange.call<Challenge>({ method: 'GET', path, timeoutMs: beginningMs, signal }))
}

/** Consumes the token. Signed by the token's key and by the agent's own key. */
export async function enroll(
  service: { baseUrl: string; http: HttpClient; key: Uint8Array },
  keys: { signingKey: KeyObject; tokenKey: KeyObject },
  body: Schemas['Enroll'],
): Promise<Enrolled> {
  const { baseUrl, http, key: serviceKey } = service
  const exchange = createExchange({ baseUrl, http, agent: body.agent_id, serviceKey, ...keys })
  return requireBody(await exchange.call<Enrolled>(post('/api/agent/enroll', body, beginningMs)))
}

/** Opens a session for this process. */
export async function openSession(
  exchange: Exchange,
  body: Schemas['NewAgentSession'],
  signal: AbortSignal,
): Promise<AgentSession> {
  return requireBody(await exchange.call<AgentSession>({ ...post('/api/agent/sessions', body, beginningMs), signal }))
}

/** @returns the offers; empty if there are none */
export async function claimJobs(
  exchange: Exchange,
  body: Schemas['Claim'],
  abandonAfterMs: number,
  signal: AbortSignal,
): Promise<Schemas['Offers']['offers']> {
  const answer = await exchange.call<Schemas['Offers']>({ ...post('/api/agent/claims', body, abandonAfterMs), signal })
  return answer?.offers ?? []
}

export async function sendHeartbeat(
  exchange: Exchange,
  body: Schemas['Heartbeat'],
  timeoutMs: number,
): Promise<Schemas['HeartbeatAnswer']> {
  return requireBody(await exchange.call<Schemas['HeartbeatAnswer']>(post('/api/agent/heartbeats', body, timeoutMs)))
}

/** Returns a request with a JSON body. */
export function post(path: string, body: unknown, timeoutMs: number) {
  return { method: 'POST' as const, path, body: Buffer.from(JSON.stringify(body)), timeoutMs }
}

/** Returns the answer, or throws if it has no body. */
export function requireBody<T>(answer: T | undefined): T {
  if (answer === undefined) throw new NoAnswer('altered', 'the service sent an empty answer where a body is required')
  return answer
}

function shownKey(answer: unknown, known: { fingerprint: string } | { asShown: true }): Uint8Array | undefined {
  const encoded = (answer as Partial<Challenge> | undefined)?.service_key
  if (typeof encoded !== 'string') return undefined
  const key = Buffer.from(encoded, 'base64')
  return 'asShown' in known || keyFingerprint(key) === known.fingerprint ? key : undefined
}
