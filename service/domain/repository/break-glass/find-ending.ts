import type { BreakGlassCopy } from '../../../store/models/break-glass-copy.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import type { User } from '../../../store/models/user.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import type { BreakGlassPolicy } from './read-policy.ts'

/** Why the desktop must delete a copy. */
export type BreakGlassEnding =
  'revoked' | 'deleted' | 'user_inactive' | 'permission_missing' | 'not_allowed' | 'keys_destroyed'

/**
 * Returns why the desktop must delete a copy; null if it may be kept.
 * @param user who registered the copy; undefined if deleted
 */
export async function findBreakGlassEnding(
  trx: ScopedTransaction,
  copy: BreakGlassCopy,
  user: User | undefined,
  { isAllowed }: BreakGlassPolicy,
): Promise<BreakGlassEnding | null> {
  if (copy.revokedAt) return 'revoked'
  if (copy.deletedAt) return 'deleted'
  if (!user || user.disabledAt) return 'user_inactive'
  const [held] = await readRolePermissions(trx, [user])
  const [customers] = await readRoleCustomers(trx, [user])
  const isHidden = customers && !customers.includes(copy.tenantId)
  if (!held?.has('config:download') || isHidden || !canReach(user, copy)) return 'permission_missing'
  if (!isAllowed) return 'not_allowed'
  const keys = await TenantKey.query(trx).findById(copy.tenantId)
  return !keys || keys.destroyedAt ? 'keys_destroyed' : null
}

function canReach(user: User, copy: BreakGlassCopy): boolean {
  return user.tenantId === null || user.tenantId === copy.tenantId
}
