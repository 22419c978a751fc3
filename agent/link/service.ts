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

/** How long the requests that stand at the beginning may take. */
const beginningMs = 15_000

/** Where the service is and how it is known. */
export interface Service {
  baseUrl: string
  http: HttpClient
  /**
   * By its key, or by the key's fingerprint, as an enrolment token has it. `asShown`: whoever signs with the key that he
   * shows, for nothing but to find out whether a service answers.
   */
  known: { key: Uint8Array } | { fingerprint: string } | { asShown: true }
}

/**
 * A fresh challenge, which proves by its signature that the service is the one that is known.
 * @throws NoAnswer `altered` when it is another one
 */
export async function askChallenge(service: Service, signal?: AbortSignal): Promise<Challenge> {
  const { baseUrl, http, known } = service
  const serviceKey = 'key' in known ? known.key : (answer: unknown) => shownKey(answer, known)
  const exchange = createExchange({ baseUrl, http, agent: none, serviceKey })
  const nonce = randomBytes(24).toString('base64url')
  const path = `/api/agent/challenge?nonce=${nonce}`
  return said(await exchange.call<Challenge>({ method: 'GET', path, timeoutMs: beginningMs, signal }))
}

/** Spends the token. Signed by the token's key and by the agent's own. */
export async function enroll(
  service: { baseUrl: string; http: HttpClient; key: Uint8Array },
  keys: { signingKey: KeyObject; tokenKey: KeyObject },
  body: Schemas['Enroll'],
): Promise<Enrolled> {
  const { baseUrl, http, key: serviceKey } = service
  const exchange = createExchange({ baseUrl, http, agent: body.agent_id, serviceKey, ...keys })
  return said(await exchange.call<Enrolled>(post('/api/agent/enroll', body, beginningMs)))
}

/** A process run begins. */
export async function openSession(
  exchange: Exchange,
  body: Schemas['NewAgentSession'],
  signal: AbortSignal,
): Promise<AgentSession> {
  return said(await exchange.call<AgentSession>({ ...post('/api/agent/sessions', body, beginningMs), signal }))
}

/** @returns the offers; none when there was nothing to do */
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
  return said(await exchange.call<Schemas['HeartbeatAnswer']>(post('/api/agent/heartbeats', body, timeoutMs)))
}

/** A call with a JSON body. */
export function post(path: string, body: unknown, timeoutMs: number) {
  return { method: 'POST' as const, path, body: Buffer.from(JSON.stringify(body)), timeoutMs }
}

/** The answer where there has to be one. */
export function said<T>(answer: T | undefined): T {
  if (answer === undefined) throw new NoAnswer('altered', 'the service answered nothing where it has to say something')
  return answer
}

function shownKey(answer: unknown, known: { fingerprint: string } | { asShown: true }): Uint8Array | undefined {
  const encoded = (answer as Partial<Challenge> | undefined)?.service_key
  if (typeof encoded !== 'string') return undefined
  const key = Buffer.from(encoded, 'base64')
  return 'asShown' in known || keyFingerprint(key) === known.fingerprint ? key : undefined
}
