import { type Permission, isCustomRole } from '../../../../shared/permissions/permissions.ts'
import { StoredRole } from '../../../store/models/role.ts'
import { User } from '../../../store/models/user.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { type RoleHolder, readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import type { ChannelOwner } from './channel-role.ts'

/**
 * `owner_gone`: the owner is disabled or deleted. `owner_lost_permissions`: the owner lost permissions, customers, sites or tags. `role_limited`: the
 * role of the object was limited to sites or tags, at most 20 of which are named.
 */
export type OwnerLoss =
  | { kind: 'owner_gone' | 'owner_lost_permissions' }
  | { kind: 'role_limited'; role: string; limits: string[] }
  | { kind: 'role_deleted'; role: string }

const namedLimits = 20

/** An object with a role that acts for its owner. */
export interface OwnedObject extends ChannelOwner {
  id: string
  tenantId: string | null
}

/**
 * Returns the objects that no longer may act with the role of their owner, by id, as the tokens of the owner may not.
 * An object of an earlier version without a recorded owner is only lost with its custom role.
 * @param permission that managing the objects requires
 */
export async function findLostOwners(
  { trx }: Pick<SystemContext, 'trx'>,
  objects: readonly OwnedObject[],
  permission: Permission,
): Promise<Map<string, OwnerLoss>> {
  if (objects.length === 0) return new Map()
  const users = await User.query(trx).findByIds([...new Set(objects.flatMap(({ ownerId }) => ownerId ?? []))])
  const owners = objects.map(({ ownerId }) => users.find(({ id }) => id === ownerId))
  const holders = [...objects, ...owners.map((user) => user ?? { role: 'tenant_custom' as const, roleId: null })]
  const permissions = await readRolePermissions(trx, holders)
  const customers = await readRoleCustomers(trx, holders)
  const limited = await findLimitedRoles(trx, holders)
  const lossOf = (object: OwnedObject, at: number): OwnerLoss | null => {
    const { deletedRole } = object
    const deleted: OwnerLoss =
      deletedRole === null ? { kind: 'owner_lost_permissions' } : { kind: 'role_deleted', role: deletedRole }
    if (object.ownerId === null) return isDeleted(object) ? deleted : null
    const [owner, ofOwner] = [owners[at], at + objects.length]
    if (!owner || owner.disabledAt !== null || owner.suspendedAt !== null) return { kind: 'owner_gone' }
    if (isDeleted(object)) return deleted
    const role = limited.find(({ id }) => id === object.roleId)
    if (role && role.tenantId !== object.tenantId) return { kind: 'owner_lost_permissions' } // customers do not see platform roles
    if (role) {
      return { kind: 'role_limited', role: role.name, limits: [...role.sites, ...role.tags].slice(0, namedLimits) }
    }
    if (limited.some(({ id }) => id === owner.roleId)) return { kind: 'owner_lost_permissions' } // a role that the owner got later
    const mayManage = [at, ofOwner].every((holder) => permissions[holder]!.has(permission))
    const hasPermissions = [...permissions[at]!].every((held) => permissions[ofOwner]!.has(held))
    const some = object.tenantId === null ? customers[at]! : [object.tenantId]
    const isAllowed = mayManage && hasPermissions && isWithin(some, customers[ofOwner]!)
    return isAllowed ? null : { kind: 'owner_lost_permissions' }
  }
  return new Map(
    objects.flatMap((object, at) => {
      const loss = lossOf(object, at)
      return loss ? [[object.id, loss] as const] : []
    }),
  )
}

function isDeleted({ role, roleId }: RoleHolder): boolean {
  return isCustomRole(role) && roleId === null
}

/** Returns the roles that are limited to sites or tags. */
async function findLimitedRoles(trx: ScopedTransaction, holders: readonly RoleHolder[]): Promise<StoredRole[]> {
  const roles = await StoredRole.query(trx).findByIds([...new Set(holders.flatMap(({ roleId }) => roleId ?? []))])
  return roles.filter(({ sites, tags }) => sites.length + tags.length > 0)
}

/** Null: all customers. */
function isWithin(some: readonly string[] | null, limit: readonly string[] | null): boolean {
  return limit === null || (some !== null && some.every((id) => limit.includes(id)))
}
