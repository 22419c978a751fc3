import { User } from '../../../store/models/user.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import type { ChannelOwner } from './channel-role.ts'

/** `gone`: the owner is disabled or deleted. `limited`: the owner lost permissions or customers. */
export type OwnerLoss = 'gone' | 'limited'

/**
 * Returns the objects that no longer may act with the role of their owner, by id, as the tokens of the owner may not.
 * Objects of an earlier version without a recorded owner are left out.
 */
export async function findLostOwners(
  { trx }: Pick<SystemContext, 'trx'>,
  objects: readonly (ChannelOwner & { id: string })[],
): Promise<Map<string, OwnerLoss>> {
  const owned = objects.filter(({ ownerId }) => ownerId !== null)
  if (owned.length === 0) return new Map()
  const users = await User.query(trx).findByIds([...new Set(owned.map(({ ownerId }) => ownerId!))])
  const owners = owned.map(({ ownerId }) => users.find(({ id }) => id === ownerId))
  const holders = [...owned, ...owners.map((user) => user ?? { role: 'tenant_custom' as const, roleId: null })]
  const permissions = await readRolePermissions(trx, holders)
  const customers = await readRoleCustomers(trx, holders)
  const lossOf = (at: number): OwnerLoss | null => {
    const [owner, ofOwner] = [owners[at], at + owned.length]
    if (!owner || owner.disabledAt !== null || owner.suspendedAt !== null) return 'gone'
    const hasPermissions = [...permissions[at]!].every((permission) => permissions[ofOwner]!.has(permission))
    return hasPermissions && isWithin(customers[at]!, customers[ofOwner]!) ? null : 'limited'
  }
  return new Map(
    owned.flatMap(({ id }, at) => {
      const loss = lossOf(at)
      return loss ? [[id, loss] as const] : []
    }),
  )
}

/** Null: all customers. */
function isWithin(some: readonly string[] | null, limit: readonly string[] | null): boolean {
  return limit === null || (some !== null && some.every((id) => limit.includes(id)))
}
