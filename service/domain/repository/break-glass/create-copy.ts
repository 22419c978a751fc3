import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { message } from '../../../../shared/messages/message.ts'
import { BreakGlassCopy } from '../../../store/models/break-glass-copy.ts'
import { Device } from '../../../store/models/device.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { requireUserId } from '../../kernel/require-user.ts'
import type { BreakGlassPolicy } from './read-policy.ts'

export interface NewBreakGlassCopy {
  computer: string
  /** Empty: all sites. */
  sites: string[]
  /** Undefined: the maximum. */
  expiresAfterDays?: number
}

/** Maximum number of active copies of a user. */
const maxCopies = 10

/**
 * Registers a copy that the caller's desktop will keep. Its key is random, returned only once and stored as SHA-256.
 * @throws DomainError break_glass_not_allowed, validation_failed, too_many
 */
export async function createBreakGlassCopy(
  context: TenantContext,
  { computer, sites, expiresAfterDays }: NewBreakGlassCopy,
  { isAllowed, maxDays }: BreakGlassPolicy,
): Promise<{ copy: BreakGlassCopy; key: string }> {
  const { actor, trx, tenantId, now } = context
  if (!isAllowed) throw new DomainError('break_glass_not_allowed')
  if (expiresAfterDays !== undefined && expiresAfterDays > maxDays) {
    throw invalidField('expires_after_days', 'break_glass_days_exceeded', { max_days: maxDays })
  }
  await checkSites(context, sites)
  const userId = requireUserId(context)
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer break-glass copies ' || ?, 0))`, [userId])
  const count = await BreakGlassCopy.query(trx)
    .where({ tenantId, userId })
    .whereNull('revokedAt')
    .whereNull('deletedAt')
    .resultSize()
  if (count >= maxCopies) throw new DomainError('too_many', { resource: 'break_glass_copy', limit: maxCopies })
  const key = randomBytes(32).toString('base64url')
  const copy = await BreakGlassCopy.query(trx)
    .insert({
      ...{ id: randomUUIDv7(), tenantId, userId, userEmail: actor.name, computer, sites, contactHash: sha256(key) },
      ...{ createdAt: now, contactedAt: now, expiresAfterDays: expiresAfterDays ?? maxDays },
    })
    .returning('*')
  const detail = { computer, sites, expires_after_days: copy.expiresAfterDays }
  await recordAudit(context, 'break_glass_copy.create', { kind: 'break_glass_copy', id: copy.id, detail })
  const data = { copy_id: copy.id, user_id: userId, computer, sites, by: actor.name }
  await recordEvents(context, [{ type: 'break_glass_copy.created', tenantId, data }])
  return { copy, key }
}

async function checkSites({ trx, tenantId }: TenantContext, sites: string[]): Promise<void> {
  if (sites.length === 0) return
  const rows = await Device.query(trx).where({ tenantId }).whereIn('site', sites).distinct('site')
  const known = new Set(rows.map(({ site }) => site))
  const faults = sites.flatMap((site, at) =>
    known.has(site) ? [] : { path: `sites.${at}`, error: message('site_unknown', { site }) },
  )
  if (faults.length > 0) throw invalidFields(faults)
}
