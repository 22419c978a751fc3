import { type Permission, isCustomRole } from '../../../../shared/permissions/permissions.ts'
import { StoredRole } from '../../../store/models/role.ts'
import { User } from '../../../store/models/user.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { type RoleHolder, readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import type { ChannelOwner } from './channel-role.ts'

/** `gone`: the owner is disabled or deleted. `limited`: the owner lost permissions, customers, sites or the role. */
export type OwnerLoss = 'gone' | 'limited'

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
  const ofDevices = await findRolesOfDevices(trx, holders)
  const lossOf = (object: OwnedObject, at: number): OwnerLoss | null => {
    if (object.ownerId === null) return isDeleted(object) ? 'limited' : null
    const [owner, ofOwner] = [owners[at], at + objects.length]
    if (!owner || owner.disabledAt !== null || owner.suspendedAt !== null) return 'gone'
    const maySee = [object, owner].every(({ roleId }) => roleId === null || !ofDevices.has(roleId))
    const mayManage = [at, ofOwner].every((holder) => permissions[holder]!.has(permission))
    const hasPermissions = [...permissions[at]!].every((held) => permissions[ofOwner]!.has(held))
    const some = object.tenantId === null ? customers[at]! : [object.tenantId]
    return maySee && mayManage && hasPermissions && isWithin(some, customers[ofOwner]!) ? null : 'limited'
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

/** Returns the ids of the roles that are limited to sites or tags. */
async function findRolesOfDevices(trx: ScopedTransaction, holders: readonly RoleHolder[]): Promise<Set<string>> {
  const roles = await StoredRole.query(trx).findByIds([...new Set(holders.flatMap(({ roleId }) => roleId ?? []))])
  return new Set(roles.filter(({ sites, tags }) => sites.length + tags.length > 0).map(({ id }) => id))
}

/** Null: all customers. */
function isWithin(some: readonly string[] | null, limit: readonly string[] | null): boolean {
  return limit === null || (some !== null && some.every((id) => limit.includes(id)))
}
