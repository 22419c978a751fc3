import type { KeyObject } from 'node:crypto'
import {
  bodySha256,
  exchangeHeaders,
  isAnswerSigned,
  none,
  type RequestFacts,
  signRequest,
  targetOf,
  writeContentDigest,
} from '../../shared/agent-protocol/exchange.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { HttpClient } from './http.ts'
import { NoAnswer, Refused } from './transport-error.ts'
import type { Numbers } from './request-counter.ts'

/** The lists of a batch: one for each operation that a batch may contain. */
export type BatchList = keyof components['schemas']['AgentBatchAnswers']

/** A request to an endpoint of the agent protocol. `path` begins with `/api/agent/`. */
export interface SignedRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: Uint8Array
  timeoutMs: number
  signal?: AbortSignal
  /** The job of the request and its list in a batch, if it may be sent together with others. */
  batch?: { jobId: string; list: BatchList }
}

export interface ExchangeSettings {
  baseUrl: string
  http: HttpClient
  /** The agent's id; `-` before enrolment. */
  agent: string
  /** Absent only for a challenge request. */
  signingKey?: KeyObject
  /** An additional signing key, for enrolment. */
  tokenKey?: KeyObject
  /** Absent before a session is open. */
  session?: { id: string; numbers: Numbers }
  /** The service's raw public key, or a function that finds it in an answer that must prove it. */
  serviceKey: Uint8Array | ((answer: unknown) => Uint8Array | undefined)
}

/** Sends signed requests and verifies answers. */
export interface Exchange {
  /**
   * @returns the body of an answer with status 200, undefined for 204
   * @throws NoAnswer, also for an answer that the service did not sign; Refused for every other status
   */
  call<T>(request: SignedRequest): Promise<T | undefined>
  /**
   * Sends two requests of a job in one batch. The service answers the second only after the first.
   * @returns the outcome of each; undefined if they do not fit into a batch. Absent where no batches are sent
   */
  callBoth?(first: SignedRequest, second: SignedRequest): Promise<PromiseSettledResult<unknown>[]> | undefined
}

export function createExchange(settings: ExchangeSettings): Exchange {
  const { baseUrl, http, agent, session } = settings
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const origin = new URL(baseUrl).origin

  return {
    async call<T>({ method, path, body = empty, timeoutMs, signal }: SignedRequest) {
      const signed = { method, target: targetOf(path), bodySha256: bodySha256(body) }
      let facts: RequestFacts = { agent, session: session?.id ?? none, number: 0, ...signed }
      const {
        status,
        headers,
        body: bytes,
      } = await http.send({
        method,
        url: `${origin}${prefix}${path}`,
        headers() {
          facts = { ...facts, number: session?.numbers.next() ?? 0 } // a repetition is a new request
          return headersOf(facts, body.length > 0, settings)
        },
        body,
        timeoutMs,
        signal,
      })
      const signature = headers[exchangeHeaders.signature.toLowerCase()]
      const answer = parse(bytes)
      const key = typeof settings.serviceKey === 'function' ? settings.serviceKey(answer) : settings.serviceKey
      const isSigned = key && isAnswerSigned(key, facts, { status, body: bytes }, String(signature ?? ''))
      if (!isSigned) {
        // A proxy's error page means that the service is unavailable. An answer that claims to be the service's is
        // counted as altered.
        if (signature !== undefined || status < 300) session?.numbers.countAltered()
        throw new NoAnswer('altered', wordsFor(status, signature === undefined))
      }
      if (status === 204) return undefined
      if (status === 200) return answer as T
      throw new Refused(status, isRecord(answer) ? answer : {})
    },
  }
}

const empty = Buffer.alloc(0)

function headersOf(
  facts: RequestFacts,
  hasBody: boolean,
  { signingKey, tokenKey }: ExchangeSettings,
): Record<string, string> {
  const headers: Record<string, string> = {
    [exchangeHeaders.agent]: facts.agent,
    [exchangeHeaders.session]: facts.session,
    [exchangeHeaders.number]: String(facts.number),
    [exchangeHeaders.digest]: writeContentDigest(facts.bodySha256),
  }
  headers['Date'] = new Date().toUTCString() // the service reports a wrong clock; nothing depends on it
  if (hasBody) headers['Content-Type'] = 'application/json'
  if (signingKey) headers[exchangeHeaders.signature] = signRequest(signingKey, facts)
  if (tokenKey) headers[exchangeHeaders.tokenSignature] = signRequest(tokenKey, facts)
  return headers
}

function wordsFor(status: number, isUnsigned: boolean): string {
  if (isUnsigned && gateway.includes(status)) {
    return `a proxy in front of the service answered ${status}: the service is not reachable behind it just now`
  }
  const seen = isUnsigned ? `not signed, status ${status}` : `wrongly signed, status ${status}`
  return `something between agent and service altered the answer (${seen})`
}

/** RFC 9110 §15.6: statuses of a proxy while the service behind it restarts or is overloaded. */
const gateway = [502, 503, 504]

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
