import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/** How long a challenge is good for. */
export const challengeMs = 60_000

const randomLength = 16
const macLength = 32

/**
 * Random bytes that prove that what is signed over them is fresh. It carries its own end and a keyed digest, so any
 * replica takes it back, and none keeps it.
 */
export function makeChallenge(keys: Pick<ServiceKeys, 'settingsKey'>, now: Date): string {
  const head = Buffer.alloc(8 + randomLength)
  head.writeBigUInt64BE(BigInt(now.getTime() + challengeMs))
  randomBytes(randomLength).copy(head, 8)
  return Buffer.concat([head, macOf(keys, head)]).toString('base64url')
}

/**
 * @returns when it was given
 * @throws DomainError 409 `challenge_expired` for one that is older than 60 s, or was never given
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
