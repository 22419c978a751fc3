import { BreakGlassCopy } from '../../../store/models/break-glass-copy.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { requireUserId } from '../../kernel/require-user.ts'

/**
 * Returns copies in scope, latest first, after the previous page: those of the caller, and with `audit:read` those of
 * all users.
 */
export async function listBreakGlassCopies(
  context: ActionContext,
  page: { limit: number; after: string | null },
): Promise<BreakGlassCopy[]> {
  const query = seenCopies(context).orderBy('id', 'desc').limit(page.limit)
  return page.after === null ? query : query.where('id', '<', page.after)
}

/** @throws DomainError not_found, also for a copy that the list does not show */
export async function getBreakGlassCopy(context: ActionContext, id: string): Promise<BreakGlassCopy> {
  const copy = await seenCopies(context).findById(id)
  if (!copy) throw notFound()
  return copy
}

function seenCopies(context: ActionContext) {
  const query = BreakGlassCopy.query(context.trx)
  return holds(context.actor, 'audit:read') ? query : query.where({ userId: requireUserId(context) })
}
