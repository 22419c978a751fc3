import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { type OutboundClient, OutgoingFailed } from '../../../outbound/outbound-client.ts'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { openSso } from './seal-sso.ts'

/** What requests to a provider need. */
export interface ProviderDependencies {
  outgoing: OutboundClient
  settingsKey: Buffer
}

const timeoutMs = 10_000
const maxBytes = 1024 * 1024

/** The hosts whose addresses the rules for requests reject unless an operator allows them. */
const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** Whether an issuer may be used: https, or http on this machine, which `BKP_OUTGOING_ALLOW` must allow. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.search || url.hash) return false
  return url.protocol === 'https:' || isLocal(url)
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && loopbackHosts.includes(hostname)
}

/**
 * Connects to a provider. Its metadata are kept for five minutes, so that requests without a login cause few to the
 * provider; its keys are read for each ID token. Signatures of ID tokens are verified although they arrive over TLS.
 * @throws Error of openid-client, with an OutgoingFailed as a cause if the provider is unreachable
 */
export async function connectProvider(
  { outgoing, settingsKey }: ProviderDependencies,
  { id, issuer, clientId, sealedSecret }: Pick<IdentityProvider, 'id' | 'issuer' | 'clientId' | 'sealedSecret'>,
  now: Date,
): Promise<Configuration> {
  const client = await import('openid-client')
  const secret = sealedSecret && openSso(settingsKey, { field: 'client_secret', id }, sealedSecret)
  const authentication = secret === null ? client.None() : client.ClientSecretPost(secret)
  const metadata = await readMetadata(outgoing, issuer, now)
  const skew = Math.round((now.getTime() - Date.now()) / 1000)
  const configuration = new client.Configuration(metadata, clientId, { [client.clockSkew]: skew }, authentication)
  configuration[client.customFetch] = fetchThrough(outgoing)
  client.enableNonRepudiationChecks(configuration)
  if (isLocal(new URL(issuer))) client.allowInsecureRequests(configuration)
  return configuration
}

const metadataKeptMs = 5 * 60_000
const maxKept = 1_000

/** Metadata by issuer, for each outbound client. */
const keptMetadata = new WeakMap<OutboundClient, Map<string, { reading: Promise<ServerMetadata>; readAt: Date }>>()

/** Forgets what is known of an issuer, so that the next use reads it again. */
export function forgetMetadata(outgoing: OutboundClient, issuer: string): void {
  keptMetadata.get(outgoing)?.delete(issuer)
}

/** Metadata of this age may be outdated, in milliseconds. */
const outdatedMs = 10_000

/** Forgets metadata with which a login failed, unless they were just read: others can cause failures. */
export function forgetOlderMetadata(outgoing: OutboundClient, issuer: string, now: Date): void {
  const known = keptMetadata.get(outgoing)?.get(issuer)
  if (known && Math.abs(now.getTime() - known.readAt.getTime()) >= outdatedMs) forgetMetadata(outgoing, issuer)
}

function readMetadata(outgoing: OutboundClient, issuer: string, now: Date): Promise<ServerMetadata> {
  const kept = keptMetadata.get(outgoing) ?? new Map<string, { reading: Promise<ServerMetadata>; readAt: Date }>()
  keptMetadata.set(outgoing, kept)
  const known = kept.get(issuer)
  if (known && Math.abs(now.getTime() - known.readAt.getTime()) < metadataKeptMs) return known.reading
  const reading = discover(outgoing, issuer)
  kept.delete(issuer)
  kept.set(issuer, { reading, readAt: now })
  reading.catch(() => kept.get(issuer)?.reading === reading && kept.delete(issuer))
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return reading
}

async function discover(outgoing: OutboundClient, issuer: string): Promise<ServerMetadata> {
  const client = await import('openid-client')
  const url = new URL(issuer)
  const execute = isLocal(url) ? [client.allowInsecureRequests] : []
  const options = { [client.customFetch]: fetchThrough(outgoing), execute }
  const configuration = await client.discovery(url, 'metadata only', undefined, client.None(), options)
  return configuration.serverMetadata()
}

/** Returns `fetch` under the rules for addresses that users enter. */
export function fetchThrough(outgoing: OutboundClient): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`a provider is not asked with ${method}`)
    const text = body instanceof URLSearchParams ? body.toString() : body
    if (text !== undefined && text !== null && typeof text !== 'string') throw new Error('a body that is no text')
    const answer = await outgoing({
      method,
      url,
      headers: { ...headers },
      ...(text && { body: text }),
      timeoutMs,
      maxBytes,
      ...(signal && { signal }),
    })
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const isEmpty = [204, 304].includes(answer.status)
    return new Response(isEmpty ? null : Uint8Array.from(answer.body), { status: answer.status, headers: fields })
  }
}

/** Returns why the provider did not answer; null if it answered. */
export function findOutgoingFailure(error: unknown): OutgoingFailed | null {
  if (error instanceof OutgoingFailed) return error
  return error instanceof Error && error.cause ? findOutgoingFailure(error.cause) : null
}
