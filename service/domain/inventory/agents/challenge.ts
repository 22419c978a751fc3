import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/** Lifetime of a challenge in milliseconds. */
export const challengeMs = 60_000

const randomLength = 16
const macLength = 32

/**
 * Returns random bytes that prove the freshness of a signature over them. The challenge contains its expiry and a keyed
 * digest, so every replica can verify it without storing it.
 */
export function makeChallenge(keys: Pick<ServiceKeys, 'settingsKey'>, now: Date): string {
  const head = Buffer.alloc(8 + randomLength)
  head.writeBigUInt64BE(BigInt(now.getTime() + challengeMs))
  randomBytes(randomLength).copy(head, 8)
  return Buffer.concat([head, macOf(keys, head)]).toString('base64url')
}

/**
 * @returns when the challenge was issued
 * @throws DomainError challenge_expired if it is older than 60 s or was never issued
 */
export function checkChallenge(keys: Pick<ServiceKeys, 'settingsKey'>, challenge: string, now: Date): Date {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, 8 + randomLength)
  const isOurs =
    bytes.length === head.length + macLength && timingSafeEqual(bytes.subarray(head.length), macOf(keys, head))
  if (!isOurs || head.readBigUInt64BE() < BigInt(now.getTime())) throw challengeExpired()
  return new Date(Number(head.readBigUInt64BE()) - challengeMs)
}

export function challengeExpired(): DomainError {
  return new DomainError('challenge_expired', { max_age: challengeMs / 1000 })
}

function macOf({ settingsKey }: Pick<ServiceKeys, 'settingsKey'>, head: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), 'coffer agent challenge', 32))
  return createHmac('sha256', key).update(head).digest()
}
