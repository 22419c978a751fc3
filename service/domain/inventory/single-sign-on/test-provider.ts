import { OutgoingFailed, type OutgoingReason } from '../../../outbound/outbound-client.ts'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { DirectoryRefused } from '../directory/directory-refused.ts'
import { withDirectory } from '../directory/open-directory.ts'
import { readValidity } from '../saml/saml-certificates.ts'
import {
  type ProviderDependencies,
  connectProvider,
  fetchThrough,
  findOutgoingFailure,
  forgetMetadata,
} from './connect-provider.ts'
import { openProviderSecret } from './directory-login.ts'
import { forgetKeys } from './logout-keys.ts'

/** What a provider offers. */
export interface ProviderTest {
  /** Null if it could be read. */
  error: { kind: 'unreachable'; reason: OutgoingReason } | { kind: 'invalid' | 'certificates' | 'bind_refused' } | null
  /** Number of keys, or of valid certificates, that verify its signatures. */
  keys: number
  /** When the last certificate of a SAML provider expires. */
  certificatesEndAt: Date | null
  /** Without refresh tokens, sessions end after five minutes, or after the time that an administrator chose. */
  offersRefreshTokens: boolean
  offersPkce: boolean
  offersBackChannelLogout: boolean
}

const nothing = {
  keys: 0,
  certificatesEndAt: null,
  offersRefreshTokens: false,
  offersPkce: false,
  offersBackChannelLogout: false,
}

/** Reads the provider's configuration and keys; those of SAML are stored. Logs in to a directory as its service account. Never throws for a provider that does not answer as expected. */
export async function testProvider(
  dependencies: ProviderDependencies,
  provider: IdentityProvider,
  now: Date,
): Promise<ProviderTest> {
  if (provider.kind === 'ldap') return testDirectory(dependencies, provider)
  if (provider.kind === 'saml') return testCertificates(provider.settings.saml?.certificates ?? [], now)
  forgetMetadata(dependencies.outgoing, provider.issuer)
  forgetKeys(dependencies.outgoing, provider.issuer)
  try {
    const server = (await connectProvider(dependencies, provider, now)).serverMetadata()
    const options = { method: 'GET', headers: { accept: 'application/json' }, body: null, redirect: 'manual' as const }
    const answer = await fetchThrough(dependencies.outgoing)(server.jwks_uri ?? '', options)
    const { keys } = (await answer.json()) as { keys?: unknown }
    if (!Array.isArray(keys) || keys.length === 0) return { ...nothing, error: { kind: 'invalid' } }
    const scopes = server.scopes_supported ?? []
    return {
      ...nothing,
      error: null,
      keys: keys.length,
      offersRefreshTokens:
        (server.grant_types_supported ?? []).includes('refresh_token') || scopes.includes('offline_access'),
      offersPkce: server.code_challenge_methods_supported?.includes('S256') ?? false,
      offersBackChannelLogout: server['backchannel_logout_supported'] === true,
    }
  } catch (error) {
    const failure = findOutgoingFailure(error)
    return { ...nothing, error: failure ? { kind: 'unreachable', reason: failure.reason } : { kind: 'invalid' } }
  }
}

function testCertificates(certificates: readonly string[], now: Date): ProviderTest {
  const { valid, endsAt } = readValidity(certificates, now)
  return { ...nothing, error: valid > 0 ? null : { kind: 'certificates' }, keys: valid, certificatesEndAt: endsAt }
}

async function testDirectory(
  { outgoing, settingsKey }: ProviderDependencies,
  provider: IdentityProvider,
): Promise<ProviderTest> {
  const { ldap: settings } = provider.settings
  if (!settings) return { ...nothing, error: { kind: 'invalid' } }
  try {
    const secret = openProviderSecret(settingsKey, { provider, domains: [] })
    await withDirectory(outgoing, settings, secret, (client) =>
      client.search(settings.baseDn, { scope: 'base', attributes: ['1.1'], timeLimit: 10 }),
    )
    return { ...nothing, error: null }
  } catch (error) {
    if (error instanceof OutgoingFailed) return { ...nothing, error: { kind: 'unreachable', reason: error.reason } }
    if (error instanceof DirectoryRefused) return { ...nothing, error: { kind: 'bind_refused' } }
    throw error
  }
}
