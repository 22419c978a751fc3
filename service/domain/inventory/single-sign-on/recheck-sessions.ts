import type { Knex } from 'knex'
import type { Configuration } from 'openid-client'
import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { type ProviderDependencies, connectProvider } from './connect-provider.ts'
import { openSso, sealSso } from './seal-sso.ts'

/** What a check needs. `warn` reports a provider that does not answer as expected. */
export interface RecheckDependencies extends ProviderDependencies {
  knex: Knex
  now: () => Date
  warn: (provider: string) => void
}

/** Age of the last answer of a provider after which it is asked again: a disabled user is out within five minutes. */
const recheckAfterMs = 3 * 60_000

/** Errors by which a provider says that it no longer accepts a user or Coffer (RFC 6749, section 5.2). */
const refusals = ['invalid_grant', 'access_denied', 'unauthorized_client']

/** Sessions of one check, and how many are checked at a time. */
const maxSessions = 500
const atOnce = 8

/**
 * Asks the providers, with their refresh tokens, whether users of open sessions may still log in. A session whose
 * refresh token is no longer accepted ends, with the user's other sessions from this provider, and the user's API tokens
 * are refused until the next login. A provider that does not answer ends no session. May run on several
 * replicas: each session is claimed by one.
 * @returns number of sessions checked and ended
 */
export async function recheckSessions(dependencies: RecheckDependencies): Promise<{ checked: number; ended: number }> {
  const claimed = await claimSessions(dependencies)
  const providerIds = [...new Set(claimed.map(({ identityProviderId }) => identityProviderId!))]
  let ended = 0
  await Promise.all(
    providerIds.map(async (id) => {
      const own = claimed.filter(({ identityProviderId }) => identityProviderId === id)
      const configuration = await connect(dependencies, id)
      if (!configuration) return
      for (let at = 0; at < own.length; at += atOnce) {
        const results = await Promise.all(
          own.slice(at, at + atOnce).map((session) => recheck(dependencies, configuration, session)),
        )
        ended += results.filter((result) => result === 'ended').length
        if (results.includes('unanswered')) return
      }
    }),
  )
  return { checked: claimed.length, ended }
}

function claimSessions({ knex, now }: RecheckDependencies): Promise<Session[]> {
  const at = now()
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const due = Session.query(trx)
      .select('id')
      .whereNotNull('identityProviderId')
      .whereNotNull('sealedRefreshToken')
      .whereNull('revokedAt')
      .where('expiresAt', '>', at)
      .where('providerCheckedAt', '<', new Date(at.getTime() - recheckAfterMs))
      .orderBy('providerCheckedAt')
      .limit(maxSessions)
      .forUpdate()
      .skipLocked()
    return Session.query(trx).whereIn('id', due).patch({ providerCheckedAt: at }).returning('*')
  })
}

async function connect(dependencies: RecheckDependencies, id: string): Promise<Configuration | null> {
  const { knex, now, warn } = dependencies
  const provider = await inScope(knex, { kind: 'platform' }, (trx) => IdentityProvider.query(trx).findById(id))
  if (!provider) return null
  try {
    return await connectProvider(dependencies, provider, now())
  } catch {
    warn(id)
    return null
  }
}

/** Checks one session. After one that is `unanswered`, others of the provider would only wait as long. */
async function recheck(
  { knex, settingsKey, now, warn }: RecheckDependencies,
  configuration: Configuration,
  { id, userId, tenantId, identityProviderId, sealedRefreshToken }: Session,
): Promise<'kept' | 'ended' | 'unanswered'> {
  const binding = { field: 'refresh_token', id: userId } as const
  const client = await import('openid-client')
  try {
    const token = openSso(settingsKey, binding, sealedRefreshToken!)
    const { refresh_token: next } = await client.refreshTokenGrant(configuration, token)
    if (next !== undefined && next !== token) {
      const sealed = sealSso(settingsKey, binding, next)
      await inScope(knex, { kind: 'platform' }, (trx) =>
        Session.query(trx).findById(id).patch({ sealedRefreshToken: sealed }),
      )
    }
    return 'kept'
  } catch (error) {
    if (!(error instanceof client.ResponseBodyError && refusals.includes(error.error))) {
      warn(identityProviderId!)
      return 'unanswered'
    }
  }
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    await Session.query(trx).where({ userId, identityProviderId }).whereNull('revokedAt').patch({ revokedAt: now() })
    await User.query(trx).findById(userId).whereNull('suspendedAt').patch({ suspendedAt: now() })
    const actor = { kind: 'service' as const, id: null, name: 'single sign-on', role: null, tenantId }
    const context = { actor, origin: { requestId: null, ip: null }, tenantId, now: now(), trx }
    await recordAudit(context, 'session.end', { kind: 'session', id, detail: { reason: 'refused by the provider' } })
  })
  return 'ended'
}
