import type { Knex } from 'knex'
import { type OutboundClient, OutgoingFailed } from '../../../outbound/outbound-client.ts'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { findDirectoryUser } from '../directory/find-directory-user.ts'
import { withDirectory } from '../directory/open-directory.ts'
import { applyClaims } from './apply-claims.ts'
import { claimDueSessions } from './claim-due-sessions.ts'
import { listRequiredAttributes, openProviderSecret } from './directory-login.ts'
import { endProviderAccess } from './end-provider-access.ts'
import { type ProviderWithDomains, findEnabled, rulesOf } from './find-provider.ts'
import { recordReachability } from './record-reachability.ts'

/** What a check needs. `warn` reports a directory that does not answer as expected. */
export interface DirectoryRecheckDependencies {
  knex: Knex
  outgoing: OutboundClient
  settingsKey: Buffer
  now: () => Date
  warn: (provider: string) => void
}

/** Sessions of each directory in one check. */
const maxSessions = 500

/** Time after which a check reads no further users: they are due again, and a slow directory delays no other. */
const maxCheckMs = 30_000

/**
 * Reads the users of open sessions, and those who have API tokens, again from their directories, with the service account.
 * The sessions of a user who is
 * gone, disabled or without a role end, and the user's API tokens are refused until the next login. Another role applies
 * at once. A directory that does not answer ends no session. May run on several replicas: each session is claimed by one.
 * @returns number of sessions checked, and of users whose sessions ended
 */
export async function recheckDirectories(
  dependencies: DirectoryRecheckDependencies,
): Promise<{ checked: number; ended: number }> {
  const claimed = await claimDueSessions(dependencies, selectDue, maxSessions)
  const providerIds = [...new Set(claimed.map(({ identityProviderId }) => identityProviderId!))]
  const counts = await Promise.all(
    providerIds.map(async (id) => {
      const own = claimed.filter(({ identityProviderId }) => identityProviderId === id)
      const found = await inScope(dependencies.knex, { kind: 'platform' }, (trx) => findEnabled(trx, id))
      if (!found) return 0
      const sessions = [...new Map(own.map((session) => [session.userId, session])).values()]
      return recheckUsers(dependencies, found, sessions)
    }),
  )
  return { checked: claimed.length, ended: counts.reduce((sum, count) => sum + count, 0) }
}

/** Open sessions, and the last session of each user who has API tokens and no open session. */
const selectDue = `
  select id from (
    select s.id, row_number() over (partition by s.identity_provider_id order by s.provider_checked_at) as position
    from sessions s
      join identity_providers p on p.id = s.identity_provider_id and p.kind = 'ldap' and p.is_enabled
      join users u on u.id = s.user_id and u.identity_provider_id = p.id
    where s.provider_checked_at < :dueBefore
      and (s.revoked_at is null and s.expires_at > :at
        or u.suspended_at is null and u.disabled_at is null
          and exists (select from api_tokens t where t.user_id = u.id and t.expires_at > :at)
          and not exists (select from sessions later
            where later.user_id = u.id and later.identity_provider_id = p.id and later.created_at > s.created_at))
  ) ranked where position <= :maxSessions`

/** Reads users over one connection. @returns number of those whose sessions ended */
async function recheckUsers(
  dependencies: DirectoryRecheckDependencies,
  found: ProviderWithDomains,
  sessions: Session[],
): Promise<number> {
  const { knex, outgoing, settingsKey, now, warn } = dependencies
  const { id, settings } = found.provider
  const { ldap } = settings
  if (!ldap) return 0
  const attributes = listRequiredAttributes(rulesOf(found))
  const startedAt = performance.now()
  let ended = 0
  try {
    await withDirectory(outgoing, ldap, openProviderSecret(settingsKey, found), async (client) => {
      for (const session of sessions) {
        if (performance.now() - startedAt > maxCheckMs) return
        const account = await inScope(knex, { kind: 'platform' }, (trx) =>
          User.query(trx).findOne({ id: session.userId, identityProviderId: id }).whereNotNull('providerSubject'),
        )
        if (!account) continue
        const key = { subject: account.providerSubject! }
        const user = await findDirectoryUser(client, key, { settings: ldap, attributes, now: now() })
        await inScope(knex, { kind: 'platform' }, (trx) =>
          Session.query(trx)
            .where({ userId: session.userId, identityProviderId: id })
            .patch({ providerCheckedAt: now() }),
        )
        const claims = user && !user.isDisabled ? user.claims : null
        if (await applyOrEnd(dependencies, found, session, claims)) ended += 1
      }
    })
    if (found.provider.unreachableSince) await recordReachability(dependencies, id, true)
  } catch (error) {
    if (error instanceof OutgoingFailed) await recordReachability(dependencies, id, false)
    warn(id)
  }
  return ended
}

/** @param claims null for a user who may no longer log in. @returns whether sessions ended */
async function applyOrEnd(
  { knex, now }: DirectoryRecheckDependencies,
  found: ProviderWithDomains,
  session: Session,
  claims: Readonly<Record<string, unknown>> | null,
): Promise<boolean> {
  const { userId, tenantId } = session
  const inContext = <T>(step: (context: Omit<ActionContext, 'keys'>) => Promise<T>): Promise<T> =>
    inScope(knex, { kind: 'platform' }, (trx) => {
      const actor = { kind: 'service' as const, id: null, name: 'single sign-on', role: null, tenantId }
      return step({ actor, origin: { requestId: null, ip: null }, tenantId, now: now(), trx })
    })
  const end = async (reason: string) => {
    await inContext((context) => endProviderAccess(context, session, reason))
    return true
  }
  if (!claims) return end('refused by the provider')
  try {
    return await inContext((context) => applyClaims(context, rulesOf(found), userId, claims))
  } catch (error) {
    if (error instanceof DomainError) return end(error.code)
    throw error
  }
}
