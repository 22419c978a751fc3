import { BreakGlassCopy, type DeletionReason } from '../../../store/models/break-glass-copy.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Actor, Origin, SystemContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { type BreakGlassEnding, findBreakGlassEnding } from './find-ending.ts'
import { readBreakGlassPolicy } from './read-policy.ts'

/** What a desktop reports about its copy. */
export interface BreakGlassReport {
  /** A refresh is complete. */
  refreshed?: { devices: number; configurations: number }
  /** The copy was deleted. */
  deleted?: DeletionReason
}

/** Whether a copy may be kept, and for how many days without contact. */
export interface BreakGlassContactResult {
  ended: BreakGlassEnding | null
  expiresAfterDays: number
}

/**
 * Records the contact of a copy, which its key authenticates, and what its desktop reports. The transaction has the
 * platform scope: the user may belong to no tenant.
 * @throws DomainError not_found for an unknown key
 */
export async function contactBreakGlassCopy(
  context: SystemContext & { origin: Origin },
  key: string,
  report: BreakGlassReport,
): Promise<BreakGlassContactResult> {
  const { trx, now } = context
  const found = await BreakGlassCopy.query(trx)
    .findOne({ contactHash: sha256(key) })
    .forUpdate()
  if (!found) throw notFound()
  const user = await User.query(trx).findById(found.userId)
  const actor: Actor = {
    ...{ kind: 'user', id: found.userId, name: found.userEmail },
    ...{ role: user?.role ?? null, tenantId: user?.tenantId ?? null },
  }
  const policy = await readBreakGlassPolicy(trx, now)
  const ended = await findBreakGlassEnding(trx, found, user, policy)
  const { refreshed, deleted } = report
  const isDeletion = deleted !== undefined && !found.deletedAt
  await BreakGlassCopy.query(trx)
    .findById(found.id)
    .patch({
      contactedAt: now,
      ...(refreshed && ended === null && { ...refreshed, refreshedAt: now }),
      ...(isDeletion && { deletedAt: now, deletionReason: deleted }),
    })
  const auditContext = { ...context, actor, tenantId: found.tenantId }
  const object = { kind: 'break_glass_copy', id: found.id }
  if (refreshed && ended === null) {
    await recordAudit(auditContext, 'break_glass_copy.refresh', { ...object, detail: { ...refreshed } })
  }
  if (isDeletion) {
    await recordAudit(auditContext, 'break_glass_copy.delete', { ...object, detail: { reason: deleted } })
    const { tenantId, userId, computer, sites } = found
    const data = { copy_id: found.id, user_id: userId, computer, sites, reason: deleted }
    await recordEvents(auditContext, [{ type: 'break_glass_copy.deleted', tenantId, data }])
  }
  return { ended, expiresAfterDays: Math.min(found.expiresAfterDays, policy.maxDays) }
}
