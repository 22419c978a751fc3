import type { Knex } from 'knex'
import type { Configuration } from 'openid-client'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { applyClaims } from './apply-claims.ts'
import { claimDueSessions, releaseSessions } from './claim-due-sessions.ts'
import { type ProviderDependencies, connectProvider, findOutgoingFailure } from './connect-provider.ts'
import { endProviderAccess } from './end-provider-access.ts'
import { type ProviderWithDomains, findEnabled, rulesOf } from './find-provider.ts'
import { readRefreshedClaims } from './read-claims.ts'
import { recordReachability } from './record-reachability.ts'
import type { Claims } from './read-identity.ts'
import { openSso, sealSso } from './seal-sso.ts'

/** What a check needs. `warn` reports a provider that does not answer as expected. */
export interface RecheckDependencies extends ProviderDependencies {
  knex: Knex
  now: () => Date
  warn: (provider: string) => void
}

/** Errors by which a provider says that it no longer accepts a user or Coffer (RFC 6749, section 5.2). */
const refusals = ['invalid_grant', 'access_denied', 'unauthorized_client']

/** Sessions of each provider in one check, and how many are checked at a time: many do not delay those of others. */
const maxSessions = 200
const atOnce = 8

/** Time after which a check begins no further sessions. They are due at once in the next: a slow provider delays no other. */
const maxCheckMs = 30_000

/**
 * Asks the providers, with their refresh tokens, whether users of open sessions may still log in, and users who have API
 * tokens, with the refresh token of their last session. A session whose
 * refresh token is no longer accepted, or with claims that a login would not accept, ends, with the user's other sessions
 * from this provider, and the user's API tokens are refused until the next login. Another role applies at once and ends
 * the user's sessions. A provider that does not answer ends no session, and is asked again after a minute. May run on
 * several replicas: each session is claimed by one.
 * @returns number of sessions checked and ended
 */
export async function recheckSessions(dependencies: RecheckDependencies): Promise<{ checked: number; ended: number }> {
  const claimed = await claimDueSessions(dependencies, selectDue, maxSessions)
  const providerIds = [...new Set(claimed.map(({ identityProviderId }) => identityProviderId!))]
  let ended = 0
  const startedAt = dependencies.now().getTime()
  await Promise.all(
    providerIds.map(async (id) => {
      const own = claimed.filter(({ identityProviderId }) => identityProviderId === id)
      const connected = await connect(dependencies, id)
      if (!connected) return
      for (let at = 0; at < own.length; at += atOnce) {
        const results = await Promise.all(
          own.slice(at, at + atOnce).map((session) => recheck(dependencies, connected, session)),
        )
        ended += results.filter((result) => result === 'ended').length
        await noteAnswers(dependencies, connected.found, results)
        if (results.includes('unanswered')) return
        if (dependencies.now().getTime() - startedAt > maxCheckMs) {
          return releaseSessions(dependencies, own.slice(at + atOnce))
        }
      }
    }),
  )
  return { checked: claimed.length, ended }
}

/** Open sessions, and the last session of each user who has API tokens and no open session. */
const selectDue = `
  select id from (
    select id, row_number() over (partition by identity_provider_id order by provider_checked_at) as position
    from (
      select id, identity_provider_id, provider_checked_at from sessions
      where identity_provider_id is not null and sealed_refresh_token is not null
        and revoked_at is null and expires_at > :at
      union
      select last.* from users u cross join lateral (
        select s.id, s.identity_provider_id, s.provider_checked_at from sessions s
        where s.user_id = u.id and s.identity_provider_id = u.identity_provider_id
          and s.sealed_refresh_token is not null
        order by s.created_at desc limit 1
      ) last
      where u.suspended_at is null and u.disabled_at is null
        and exists (select from api_tokens t where t.user_id = u.id and t.expires_at > :at)
        and not exists (select from sessions o where o.user_id = u.id and o.identity_provider_id = u.identity_provider_id
          and o.sealed_refresh_token is not null and o.revoked_at is null and o.expires_at > :at)
    ) checked
    where provider_checked_at < :dueBefore
  ) ranked where position <= :maxSessions`

/** Records whether the provider answered one of these checks. */
async function noteAnswers(
  dependencies: RecheckDependencies,
  { provider }: ProviderWithDomains,
  results: readonly ('kept' | 'ended' | 'unanswered')[],
): Promise<void> {
  const isReachable = results.some((result) => result !== 'unanswered')
  if (!isReachable || provider.unreachableSince) await recordReachability(dependencies, provider.id, isReachable)
}

interface Connected {
  configuration: Configuration
  found: ProviderWithDomains
}

async function connect(dependencies: RecheckDependencies, id: string): Promise<Connected | null> {
  const { knex, now, warn } = dependencies
  const found = await inScope(knex, { kind: 'platform' }, (trx) => findEnabled(trx, id))
  if (!found) return null
  try {
    return { configuration: await connectProvider(dependencies, found.provider, now()), found }
  } catch (error) {
    if (findOutgoingFailure(error)) await recordReachability(dependencies, id, false)
    warn(id)
    return null
  }
}

/** Checks one session. After one that is `unanswered`, others of the provider would only wait as long. */
async function recheck(
  dependencies: RecheckDependencies,
  connected: Connected,
  session: Session,
): Promise<'kept' | 'ended' | 'unanswered'> {
  const { knex, now, warn } = dependencies
  const { userId, tenantId, identityProviderId } = session
  const client = await import('openid-client')
  const inContext = <T>(step: (context: Omit<ActionContext, 'keys'>) => Promise<T>): Promise<T> =>
    inScope(knex, { kind: 'platform' }, (trx) => {
      const actor = { kind: 'service' as const, id: null, name: 'single sign-on', role: null, tenantId }
      return step({ actor, origin: { requestId: null, ip: null }, tenantId, now: now(), trx })
    })
  try {
    const claims = await refresh(dependencies, connected, session)
    if (!claims) return 'kept'
    const rules = rulesOf(connected.found)
    return (await inContext((context) => applyClaims(context, rules, userId, claims))) ? 'ended' : 'kept'
  } catch (error) {
    const isRefused = error instanceof client.ResponseBodyError && refusals.includes(error.error)
    if (!isRefused && !(error instanceof DomainError)) {
      warn(identityProviderId!)
      return findOutgoingFailure(error) ? 'unanswered' : 'kept'
    }
    const reason = error instanceof DomainError ? error.code : 'refused by the provider'
    await inContext((context) => endProviderAccess(context, session, reason))
    return 'ended'
  }
}

/** Stores the next refresh token, and returns the claims of the provider's answer; null if it says nothing of the role. */
async function refresh(
  { knex, settingsKey, now }: RecheckDependencies,
  { configuration, found }: Connected,
  { id, userId, identityProviderId, sealedRefreshToken }: Session,
): Promise<Claims | null> {
  const binding = { field: 'refresh_token', id: userId } as const
  const client = await import('openid-client')
  const token = openSso(settingsKey, binding, sealedRefreshToken!)
  const tokens = await client.refreshTokenGrant(configuration, token)
  const { refresh_token: next } = tokens
  const user = await inScope(knex, { kind: 'platform' }, async (trx) => {
    const isNew = next !== undefined && next !== token
    await Session.query(trx)
      .findById(id)
      .patch({ providerCheckedAt: now(), ...(isNew && { sealedRefreshToken: sealSso(settingsKey, binding, next) }) })
    return User.query(trx).findOne({ id: userId, identityProviderId }).whereNotNull('providerSubject')
  })
  return user ? readRefreshedClaims(configuration, rulesOf(found), tokens, user.providerSubject!) : null
}
