import type { Configuration, CustomFetch } from 'openid-client'
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
 * Reads the provider's configuration. It is read for each use, so a changed key or address applies at once. Signatures
 * of ID tokens are verified although they arrive over TLS.
 * @throws Error of openid-client, with an OutgoingFailed as a cause if the provider is unreachable
 */
export async function connectProvider(
  { outgoing, settingsKey }: ProviderDependencies,
  { id, issuer, clientId, sealedSecret }: Pick<IdentityProvider, 'id' | 'issuer' | 'clientId' | 'sealedSecret'>,
  now: Date,
): Promise<Configuration> {
  const client = await import('openid-client')
  const url = new URL(issuer)
  const secret = sealedSecret && openSso(settingsKey, { field: 'client_secret', id }, sealedSecret)
  const skew = Math.round((now.getTime() - Date.now()) / 1000)
  return client.discovery(
    url,
    clientId,
    { [client.clockSkew]: skew },
    secret === null ? client.None() : client.ClientSecretPost(secret),
    {
      [client.customFetch]: fetchThrough(outgoing),
      execute: [client.enableNonRepudiationChecks, ...(isLocal(url) ? [client.allowInsecureRequests] : [])],
    },
  )
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
