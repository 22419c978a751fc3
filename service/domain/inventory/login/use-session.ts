import type { Knex } from 'knex'
import { Session } from '../../../store/models/session.ts'
import { inScope } from '../../../store/scope.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/** Interval at which the last use of a token or session is stored. */
export const lastUseIntervalMs = 60_000

/** A session that a request uses. */
export interface UsedSession {
  id: string
  /** Tenant of the session's user; null for platform roles. */
  tenantId: string | null
  lastUsedAt: Date | null
  /** Minutes without use after which the session ends; null: no limit. */
  idleMinutes: number | null
  /** Whether a page sent the request automatically: it does not extend the session. */
  isUnattended: boolean
}

/**
 * Ends a session that was idle for too long, and records the use of any other, to the minute.
 * @throws DomainError session_idle
 */
export async function recordSessionUse(knex: Knex, session: UsedSession, now: Date): Promise<void> {
  const { id, tenantId, lastUsedAt, idleMinutes, isUnattended } = session
  const idleMs = now.getTime() - (lastUsedAt ?? now).getTime()
  const isExpired = idleMinutes !== null && idleMs > idleMinutes * 60_000
  if (!isExpired && (isUnattended || idleMs < lastUseIntervalMs)) return
  await inScope(knex, tenantId ? { kind: 'tenant', tenantId } : { kind: 'platform' }, (trx) =>
    Session.query(trx)
      .findById(id)
      .whereNull('revokedAt')
      .patch(isExpired ? { revokedAt: now } : { lastUsedAt: now }),
  )
  if (isExpired) throw new DomainError('session_idle', { idle: idleMinutes * 60 })
}
