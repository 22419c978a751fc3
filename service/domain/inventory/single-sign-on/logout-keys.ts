import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { type ProviderDependencies, connectProvider, fetchThrough, forgetOlderMetadata } from './connect-provider.ts'

/** How long keys are used before they are read again, so that withdrawn keys are accepted no longer. */
const keptMs = 60_000
/** How long no keys are read again after an error, however many tokens arrive. */
const failureMs = 10_000
/** How long keys are used before a token with an unknown key reads them again. */
const unknownMs = 5_000
const maxKept = 1_000

interface KeptKeys {
  reading: Promise<JWTVerifyGetKey>
  readAt: Date
  isFailed: boolean
}

/** Keys by the issuer, for each outbound client. */
const keptKeys = new WeakMap<OutboundClient, Map<string, KeptKeys>>()

/** Forgets the keys of an issuer, so that the next use reads them again. */
export function forgetKeys(outgoing: OutboundClient, issuer: string): void {
  keptKeys.get(outgoing)?.delete(issuer)
}

/**
 * Returns the keys of a provider, which verify its logout tokens. A provider gets few requests, whatever tokens others send.
 * @throws Error if they cannot be read, or could not be read in the last ten seconds
 */
export function readLogoutKeys(
  dependencies: ProviderDependencies,
  provider: IdentityProvider,
  now: Date,
): Promise<JWTVerifyGetKey> {
  const kept = keptKeys.get(dependencies.outgoing) ?? new Map<string, KeptKeys>()
  keptKeys.set(dependencies.outgoing, kept)
  const known = kept.get(provider.issuer)
  if (known && ageMs(known, now) < (known.isFailed ? failureMs : keptMs)) return known.reading
  const entry: KeptKeys = { reading: readKeys(dependencies, provider, now), readAt: now, isFailed: false }
  entry.reading.catch(() => {
    entry.isFailed = true
    forgetOlderMetadata(dependencies.outgoing, provider.issuer, now)
  })
  kept.delete(provider.issuer)
  kept.set(provider.issuer, entry)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return entry.reading
}

/** Forgets keys among which one was not found, unless they were just read. Returns whether it did. */
export function forgetOlderKeys(outgoing: OutboundClient, issuer: string, now: Date): boolean {
  const known = keptKeys.get(outgoing)?.get(issuer)
  if (!known || ageMs(known, now) < unknownMs) return false
  forgetKeys(outgoing, issuer)
  return true
}

function ageMs({ readAt }: KeptKeys, now: Date): number {
  return Math.abs(now.getTime() - readAt.getTime())
}

async function readKeys(
  dependencies: ProviderDependencies,
  provider: IdentityProvider,
  now: Date,
): Promise<JWTVerifyGetKey> {
  const { createLocalJWKSet } = await import('jose')
  const { jwks_uri: address = '' } = (await connectProvider(dependencies, provider, now)).serverMetadata()
  const options = { method: 'GET', headers: { accept: 'application/json' }, body: null, redirect: 'manual' as const }
  const answer = await fetchThrough(dependencies.outgoing)(address, options)
  if (answer.status !== 200) throw new Error(`a provider answered ${answer.status} for its keys`)
  return createLocalJWKSet((await answer.json()) as JSONWebKeySet)
}
