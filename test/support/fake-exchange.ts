import { type KeyObject, randomBytes } from 'node:crypto'
import { createNumbers, openRequestCounter } from '../../agent/link/request-counter.ts'
import { signingKeyFrom } from '../../shared/agent-protocol/ed25519.ts'
import { readEnrollmentToken } from '../../shared/agent-protocol/enrollment-token.ts'
import {
  type RequestFacts,
  bodySha256,
  exchangeHeaders,
  isAnswerSigned,
  keyFingerprint,
  none,
  signRequest,
  targetOf,
  writeContentDigest,
} from '../../shared/agent-protocol/exchange.ts'

/** An answer. `isSigned`: the service signed it for exactly this request. */
export interface AgentAnswer {
  status: number
  body: ReturnType<typeof JSON.parse>
  isSigned: boolean
}

/** Changes of a test to the request that a correct agent would send. */
export interface Tampering {
  agent?: string
  session?: string
  number?: number
  signingKey?: KeyObject
  /** Sent instead of the signed body. */
  sent?: string
  tokenSignature?: string
  isWithoutDigest?: boolean
  /** Aborts the request. */
  signal?: AbortSignal
}

/** The state on an agent's disk. */
export interface AgentDisk {
  signingKey: KeyObject
  /** Empty before the first contact with the service. */
  serviceKey: Buffer
  /** Fingerprint of the only service key that it accepts. */
  pin: string
  sequence: number
}

/** Signs the requests of the agent `id` and verifies the answers of the service at `url`. */
export function createFakeExchange(url: string, id: string, disk: AgentDisk) {
  /** `sent` is the number of requests. */
  const exchange = { sent: 0, sessionId: none, numbers: openRequestCounter(createNumbers()) }

  function sign(method: string, path: string, body: unknown, tampering: Tampering = {}) {
    const isBeginning = /\/(challenge|enroll|sessions)(\?|$)/.test(path)
    const signed = body === undefined ? '' : JSON.stringify(body)
    const facts: RequestFacts = {
      agent: tampering.agent ?? (path.includes('/challenge') ? none : id),
      session: tampering.session ?? (isBeginning ? none : exchange.sessionId),
      number: tampering.number ?? (isBeginning ? 0 : exchange.numbers.next()),
      method,
      target: targetOf(path),
      bodySha256: bodySha256(Buffer.from(signed)),
    }
    const headers: Record<string, string> = {
      [exchangeHeaders.agent]: facts.agent,
      [exchangeHeaders.session]: facts.session,
      [exchangeHeaders.number]: String(facts.number),
      ...(!tampering.isWithoutDigest && { [exchangeHeaders.digest]: writeContentDigest(facts.bodySha256) }),
      [exchangeHeaders.signature]: signRequest(tampering.signingKey ?? disk.signingKey, facts),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(tampering.tokenSignature && { [exchangeHeaders.tokenSignature]: tampering.tokenSignature }),
    }
    return { facts, headers, signed }
  }

  async function send(method: string, path: string, body?: unknown, tampering: Tampering = {}): Promise<AgentAnswer> {
    const { facts, headers, signed } = sign(method, path, body, tampering)
    const sent = tampering.sent ?? signed
    const { signal } = tampering
    exchange.sent += 1
    const answer = await fetch(url + path, { method, headers, body: body === undefined ? undefined : sent, signal })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const parsed = bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined
    if (parsed?.service_key) disk.serviceKey = Buffer.from(parsed.service_key, 'base64')
    const signature = answer.headers.get(exchangeHeaders.signature) ?? undefined
    const isPinned = keyFingerprint(disk.serviceKey) === disk.pin
    const isSigned =
      isPinned && isAnswerSigned(disk.serviceKey, facts, { status: answer.status, body: bytes }, signature)
    return { status: answer.status, body: parsed, isSigned }
  }

  return Object.assign(exchange, { sign, send })
}

export function blankDisk(token: string): AgentDisk {
  const pin = readEnrollmentToken(token).serviceKeyFingerprint
  return { signingKey: signingKeyFrom(randomBytes(32)), serviceKey: Buffer.alloc(0), pin, sequence: 0 }
}
