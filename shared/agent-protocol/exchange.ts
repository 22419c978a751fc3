import { type KeyObject, createHash } from 'node:crypto'
import { isSignedBy, signText } from './ed25519.ts'

/**
 * Both directions use `signature`. Only an enrolment has `tokenSignature`. Requests have `digest` (RFC 9530). The
 * signature covers it, so that a service verifies a request before it reads the body.
 */
export const exchangeHeaders = {
  digest: 'Content-Digest',
  agent: 'X-Coffer-Agent',
  session: 'X-Coffer-Session',
  number: 'X-Coffer-Number',
  signature: 'X-Coffer-Signature',
  tokenSignature: 'X-Coffer-Token-Signature',
} as const

/** Placeholder for an agent or session that does not exist yet; the number is then 0. */
export const none = '-'

/** The facts that a request's signature covers. */
export interface RequestFacts {
  /** The agent's id; `-` for the challenge. */
  agent: string
  /** The session's id; `-` before a session exists. */
  session: string
  /** Rises by one with every request of a session, starting at 1. */
  number: number
  method: string
  /** Path from `/api/agent` on, with the query as sent. A prefix that a proxy adds is not signed. */
  target: string
  /** SHA-256 of the body as sent, in hex; of zero bytes without a body. */
  bodySha256: string
}

/** Version of the signed texts, the same in every protocol (protocols.ts). */
const form = 1

/** Returns the canonical text of a request, which the agent's key signs. */
export function requestText({ agent, session, number, method, target, bodySha256 }: RequestFacts): Buffer {
  const lines = ['coffer agent request', form, agent, session, number, method, target, bodySha256]
  return Buffer.from(lines.join('\n'))
}

/** The facts that a response's signature covers, in addition to those of its request. */
export interface AnswerFacts {
  status: number
  /** As sent; empty without a body. */
  body: Uint8Array
}

/**
 * Returns the canonical text of a response, which the service's key signs. It contains the digest of the whole request,
 * so that a response is valid for one request only, also before sessions and numbers exist.
 */
export function answerText(request: RequestFacts, { status, body }: AnswerFacts): Buffer {
  const { session, number } = request
  const lines = ['coffer agent answer', form, session, number, sha256(requestText(request)), status, sha256(body)]
  return Buffer.from(lines.join('\n'))
}

/** Returns the SHA-256 of a body in hex, as it is signed. */
export function bodySha256(body: Uint8Array): string {
  return sha256(body)
}

/**
 * Returns the value of the digest header.
 * @param bodySha256 in hex
 */
export function writeContentDigest(bodySha256: string): string {
  return `sha-256=:${Buffer.from(bodySha256, 'hex').toString('base64')}:`
}

/** Returns the SHA-256 of a digest header in hex; undefined for any other value. No other algorithm is accepted. */
export function readContentDigest(header: string | undefined): string | undefined {
  const encoded = /^sha-256=:([A-Za-z0-9+/]{43}=):$/.exec(header ?? '')?.[1]
  return encoded && Buffer.from(encoded, 'base64').toString('hex')
}

/** Returns the value of the signature header: base64 with padding. */
export function signRequest(privateKey: KeyObject, request: RequestFacts): string {
  return signText(privateKey, requestText(request)).toString('base64')
}

/** @param publicKey raw, of the agent or of its token */
export function isRequestSigned(publicKey: Uint8Array, request: RequestFacts, signature: string | undefined): boolean {
  return isSignedBy(publicKey, requestText(request), Buffer.from(signature ?? '', 'base64'))
}

/** @param publicKey raw, of the service. Treat an unsigned response as no response. */
export function isAnswerSigned(
  publicKey: Uint8Array,
  request: RequestFacts,
  answer: AnswerFacts,
  signature: string | undefined,
): boolean {
  return isSignedBy(publicKey, answerText(request, answer), Buffer.from(signature ?? '', 'base64'))
}

/** Returns the pin of a service key: SHA-256 of the raw public key, in hex. */
export function keyFingerprint(publicKey: Uint8Array): string {
  return sha256(publicKey)
}

/** Returns the signed part of a URL's path and query. A path inside the query is not considered. */
export function targetOf(pathAndQuery: string): string {
  const at = pathAndQuery.split('?', 1).join().indexOf('/api/agent/')
  return at < 0 ? pathAndQuery : pathAndQuery.slice(at)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
