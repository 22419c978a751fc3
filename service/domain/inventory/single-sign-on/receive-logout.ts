import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { LoginChallenge } from '../../../store/models/login-challenge.ts'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Origin } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import type { ProviderDependencies } from './connect-provider.ts'
import { findProvider } from './find-provider.ts'
import { noteLogout } from './recent-logouts.ts'
import { type LogoutNames, clockToleranceSeconds, maxAgeSeconds, verifyLogoutToken } from './verify-logout-token.ts'

/** What a logout at a provider needs. */
export interface LogoutDependencies extends ProviderDependencies {
  knex: Knex
  log: Logger
}

/**
 * Ends the sessions that a logout token names: those of one session at the provider (`sid`), or all of a user (`sub`)
 * (OpenID Connect Back-Channel Logout 1.0), and refuses logins that began before. Each token is accepted once. The audit log
 * records a logout that ended sessions.
 * @param tenantId whose provider sends tokens to this address; null: the platform's
 * @throws DomainError logout_token_invalid
 */
export async function receiveLogout(
  dependencies: LogoutDependencies,
  { tenantId, token, origin, now }: { tenantId: string | null; token: string; origin: Origin; now: Date },
): Promise<void> {
  const { knex, log } = dependencies
  const scope = { kind: 'platform' } as const
  const found = await inScope(knex, scope, (trx) => findProvider(trx, tenantId))
  if (!found?.provider.isEnabled || found.provider.kind !== 'oidc') throw new DomainError('logout_token_invalid')
  const { provider } = found
  let named: LogoutNames
  try {
    named = await verifyLogoutToken(dependencies, provider, token, now)
  } catch {
    log.warn({ provider: provider.id }, 'logout token of an identity provider rejected')
    throw new DomainError('logout_token_invalid')
  }
  await inScope(knex, scope, async (trx) => {
    await spend(trx, provider, named.tokenId, now)
    await noteLogout(trx, provider, named, now)
    const ended = await endNamed(trx, provider, named, now)
    if (ended === 0) return
    const actor = { kind: 'service' as const, id: null, name: 'single sign-on', role: null, tenantId }
    await recordAudit({ actor, origin, tenantId, now, trx }, 'session.end', {
      kind: 'identity_provider',
      id: provider.id,
      detail: { reason: 'logout at the provider', sessions: ended },
    })
  })
}

/** @throws DomainError logout_token_invalid for a token that was accepted before */
async function spend(trx: ScopedTransaction, provider: IdentityProvider, tokenId: string, now: Date): Promise<void> {
  const { rowCount } = await trx.raw(
    `insert into spent_logout_tokens (provider_id, token_id, tenant_id, expires_at) values (?, ?, ?, ?)
     on conflict do nothing`,
    [
      provider.id,
      tokenId,
      provider.tenantId,
      new Date(now.getTime() + (maxAgeSeconds + 2 * clockToleranceSeconds) * 1000),
    ],
  )
  if (rowCount === 0) throw new DomainError('logout_token_invalid')
}

/** Ends sessions, and logins that await a second factor. @returns number of sessions */
async function endNamed(
  trx: ScopedTransaction,
  { id: identityProviderId }: IdentityProvider,
  { sessionId, subject }: LogoutNames,
  now: Date,
): Promise<number> {
  const users = User.query(trx).select('id').where({ identityProviderId, providerSubject: subject })
  const named = {
    identityProviderId,
    ...(sessionId !== null && { providerSessionId: sessionId }),
  }
  const challenges = LoginChallenge.query(trx).where(named)
  const sessions = Session.query(trx).where(named).whereNull('revokedAt')
  if (subject !== null) for (const query of [challenges, sessions]) void query.whereIn('userId', users.clone())
  await challenges.delete()
  return sessions.patch({ revokedAt: now })
}
