import { type KeyObject, createHash } from 'node:crypto'
import { isSignedBy, signText } from './ed25519.ts'

/**
 * Both directions use `signature`. `tokenSignature` is of an enrolment alone. `digest` (RFC 9530) is of requests: the
 * signature covers it, so a service verifies a request before it reads the body.
 */
export const exchangeHeaders = {
  digest: 'Content-Digest',
  agent: 'X-Coffer-Agent',
  session: 'X-Coffer-Session',
  number: 'X-Coffer-Number',
  signature: 'X-Coffer-Signature',
  tokenSignature: 'X-Coffer-Token-Signature',
} as const

/** What stands in place of the agent, or of the session, where there is none yet; the number is 0 then. */
export const none = '-'

/** All that a request's signature is over. */
export interface RequestFacts {
  /** The agent's id, or `-` for the challenge. */
  agent: string
  /** The session's id, or `-` before there is one. */
  session: string
  /** Rises by one with every request of a session, from 1. */
  number: number
  method: string
  /** From `/api/agent` on, with the query as it is sent: what a proxy puts in front is not signed. */
  target: string
  /** SHA-256 of the body as sent, in hex; of no bytes where there is none. */
  bodySha256: string
}

/** The form of the texts that are signed, the same in every protocol (protocols.ts). */
const form = 1

/** The canonical text of a request, which the agent's key signs. */
export function requestText({ agent, session, number, method, target, bodySha256 }: RequestFacts): Buffer {
  const lines = ['coffer agent request', form, agent, session, number, method, target, bodySha256]
  return Buffer.from(lines.join('\n'))
}

/** What an answer's signature is over, beside the request that it answers. */
export interface AnswerFacts {
  status: number
  /** As sent; empty where there is none. */
  body: Uint8Array
}

/**
 * The canonical text of an answer, which the service's key signs. It holds the digest of the whole request, so an
 * answer fits one request only, also before there are sessions and numbers.
 */
export function answerText(request: RequestFacts, { status, body }: AnswerFacts): Buffer {
  const { session, number } = request
  const lines = ['coffer agent answer', form, session, number, sha256(requestText(request)), status, sha256(body)]
  return Buffer.from(lines.join('\n'))
}

/** SHA-256 of a body, in the hex form that is signed. */
export function bodySha256(body: Uint8Array): string {
  return sha256(body)
}

/** The value of the digest header. @param bodySha256 in hex */
export function writeContentDigest(bodySha256: string): string {
  return `sha-256=:${Buffer.from(bodySha256, 'hex').toString('base64')}:`
}

/** The SHA-256 of a digest header, in hex; undefined for every other value: no other algorithm is accepted beside it. */
export function readContentDigest(header: string | undefined): string | undefined {
  const encoded = /^sha-256=:([A-Za-z0-9+/]{43}=):$/.exec(header ?? '')?.[1]
  return encoded && Buffer.from(encoded, 'base64').toString('hex')
}

/** The value of the signature header: base64 with padding. */
export function signRequest(privateKey: KeyObject, request: RequestFacts): string {
  return signText(privateKey, requestText(request)).toString('base64')
}

/** @param publicKey raw, of the agent or of its token */
export function isRequestSigned(publicKey: Uint8Array, request: RequestFacts, signature: string | undefined): boolean {
  return isSignedBy(publicKey, requestText(request), Buffer.from(signature ?? '', 'base64'))
}

/** @param publicKey raw, of the service. What is not signed is to be treated as no answer. */
export function isAnswerSigned(
  publicKey: Uint8Array,
  request: RequestFacts,
  answer: AnswerFacts,
  signature: string | undefined,
): boolean {
  return isSignedBy(publicKey, answerText(request, answer), Buffer.from(signature ?? '', 'base64'))
}

/** How a service key is pinned: SHA-256 of the raw public key, in hex. */
export function keyFingerprint(publicKey: Uint8Array): string {
  return sha256(publicKey)
}

/** The part of an URL's path and query that is signed. What looks like a path inside the query is no path. */
export function targetOf(pathAndQuery: string): string {
  const at = pathAndQuery.split('?', 1).join().indexOf('/api/agent/')
  return at < 0 ? pathAndQuery : pathAndQuery.slice(at)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
