import { type KeyObject, createHash, hkdfSync } from 'node:crypto'
import { publicKeyOf, signingKeyFrom } from './ed25519.ts'

/** The contents of an enrolment token. */
export interface EnrollmentToken {
  agentId: string
  /** 32 random bytes. They are never transmitted: both ends derive the token's key pair from them. */
  seed: Buffer
  /** `keyFingerprint` of the service's key. This pin also works if a proxy inspects TLS. */
  serviceKeyFingerprint: string
}

/** Returns the token as users copy it: `bkp1.` and 112 letters, digits, `-` and `_`. */
export function writeEnrollmentToken({ agentId, seed, serviceKeyFingerprint }: EnrollmentToken): string {
  const facts = Buffer.concat([
    Buffer.from(agentId.replaceAll('-', ''), 'hex'),
    seed,
    Buffer.from(serviceKeyFingerprint, 'hex'),
  ])
  if (facts.length !== factsBytes) throw new RangeError('an enrolment token of parts that are too short or too long')
  return `${tokenPrefix}${Buffer.concat([facts, checksum(facts)]).toString('base64url')}`
}

/**
 * Parses a token. Blanks around and inside it, as e-mail programs add them, are ignored.
 * @throws TokenUnreadable with a message for the user, without the token
 */
export function readEnrollmentToken(text: string): EnrollmentToken {
  const token = text.replace(/\s+/g, '')
  if (!token.startsWith(tokenPrefix)) throw new TokenUnreadable(`an enrolment token begins with ${tokenPrefix}`)
  const encoded = token.slice(tokenPrefix.length)
  if (!/^[A-Za-z0-9_-]{112}$/.test(encoded)) {
    throw new TokenUnreadable(`an enrolment token has 117 characters, this one ${token.length}: copy it whole`)
  }
  const bytes = Buffer.from(encoded, 'base64url')
  const facts = bytes.subarray(0, factsBytes)
  if (!checksum(facts).equals(bytes.subarray(factsBytes))) {
    throw new TokenUnreadable('the enrolment token was mistyped: copy it again')
  }
  return {
    agentId: facts.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    seed: Buffer.from(facts.subarray(16, 48)),
    serviceKeyFingerprint: facts.toString('hex', 48),
  }
}

/** The input is not a complete enrolment token. */
export class TokenUnreadable extends Error {
  override name = 'TokenUnreadable'
}

/**
 * Returns the token's key pair. The agent signs its enrolment with it; the service stores the public key (raw, 32
 * bytes).
 */
export function tokenKeys(seed: Uint8Array): { privateKey: KeyObject; publicKey: Buffer } {
  const derived = hkdfSync('sha256', seed, Buffer.alloc(0), 'coffer enrolment token 1', 32)
  const privateKey = signingKeyFrom(Buffer.from(derived))
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

const tokenPrefix = 'bkp1.'
const factsBytes = 16 + 32 + 32

/** Returns the checksum that detects a mistyped token before a request to the service. */
function checksum(facts: Uint8Array): Buffer {
  return createHash('sha256').update('coffer enrolment token\0').update(facts).digest().subarray(0, 4)
}
