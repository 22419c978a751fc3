import { type Permission, type Role, isCustomRole, permissionSet } from '../../../shared/permissions/permissions.ts'
import { StoredRole } from '../../store/models/role.ts'
import type { ScopedTransaction } from '../../store/scope.ts'

/** A row with a role: a user, an API token or a webhook. */
export interface RoleHolder {
  role: Role
  /** The stored role of a custom role. */
  roleId: string | null
}

const none: ReadonlySet<Permission> = new Set()

/** Returns the only tenants that each holder's role sees, in their order; null: no such limit. */
export async function readRoleCustomers(
  trx: ScopedTransaction,
  holders: readonly RoleHolder[],
): Promise<(readonly string[] | null)[]> {
  const ids = [...new Set(holders.flatMap(({ roleId }) => roleId ?? []))]
  const rows = ids.length > 0 ? await StoredRole.query(trx).findByIds(ids) : []
  const limited = new Map(
    rows.filter(({ tenantIds }) => tenantIds.length > 0).map(({ id, tenantIds }) => [id, tenantIds]),
  )
  return holders.map(({ roleId }) => (roleId === null ? undefined : limited.get(roleId)) ?? null)
}

/** Returns the permissions of each holder's role, in their order. A custom role that was deleted has none. */
export async function readRolePermissions(
  trx: ScopedTransaction,
  holders: readonly RoleHolder[],
): Promise<ReadonlySet<Permission>[]> {
  const ids = [...new Set(holders.flatMap(({ roleId }) => roleId ?? []))]
  const rows = ids.length > 0 ? await StoredRole.query(trx).findByIds(ids) : []
  const custom = new Map(rows.map(({ id, permissions }) => [id, new Set(permissions)]))
  return holders.map(({ role, roleId }) =>
    isCustomRole(role) ? ((roleId === null ? undefined : custom.get(roleId)) ?? none) : permissionSet(role),
  )
}
