import { BreakGlassCopy } from '../../../store/models/break-glass-copy.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { permissionMissing } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { getBreakGlassCopy } from './list-copies.ts'

/**
 * Revokes a copy: the desktop deletes it at its next contact. A copy that is revoked or deleted stays as it is.
 * @throws DomainError not_found, permission_missing for a copy of another user without `credential:write`
 */
export async function revokeBreakGlassCopy(context: ActionContext, id: string): Promise<void> {
  const { trx, actor, now } = context
  const { userId, tenantId, computer, sites } = await getBreakGlassCopy(context, id)
  if (userId !== actor.id && !holds(actor, 'credential:write')) throw permissionMissing('credential:write')
  const changed = await BreakGlassCopy.query(trx)
    .findById(id)
    .whereNull('revokedAt')
    .whereNull('deletedAt')
    .patch({ revokedAt: now, revokedBy: actor.name })
  if (changed === 0) return
  const detail = { computer, sites, user_id: userId }
  await recordAudit(context, 'break_glass_copy.revoke', { kind: 'break_glass_copy', id, tenantId, detail })
  const data = { copy_id: id, user_id: userId, computer, sites, by: actor.name }
  await recordEvents(context, [{ type: 'break_glass_copy.revoked', tenantId, data }])
}
