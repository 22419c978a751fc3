import { BreakGlassCopy } from '../../../store/models/break-glass-copy.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import type { BreakGlassPolicy } from './read-policy.ts'

/**
 * Returns a copy of the caller that may still be refreshed. Requests are authorised before: the caller is active and may
 * download configurations.
 * @throws DomainError not_found, also for a copy of another user, break_glass_copy_ended
 */
export async function requireOwnCopy(
  { trx, actor }: ActionContext,
  id: string,
  { isAllowed }: BreakGlassPolicy,
): Promise<BreakGlassCopy> {
  const copy = await BreakGlassCopy.query(trx).findById(id)
  if (!copy || copy.userId !== actor.id) throw notFound()
  if (copy.revokedAt) throw new DomainError('break_glass_copy_ended', { reason: 'revoked' })
  if (copy.deletedAt) throw new DomainError('break_glass_copy_ended', { reason: 'deleted' })
  if (!isAllowed) throw new DomainError('break_glass_copy_ended', { reason: 'not_allowed' })
  return copy
}
