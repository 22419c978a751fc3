import { ScimUser } from '../../../store/models/scim-user.ts'
import type { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/** What the provider determines: its next request would undo another value. */
const provided = ['email', 'name', 'role', 'roleId'] as const

/**
 * Rejects a user's change of what an identity provider manages over SCIM. An administrator can disable such an account, and
 * enable it again while it is active at the provider. A break-glass account is managed in Coffer only.
 * @throws DomainError user_provisioned
 */
export async function requireUnprovisioned(
  { trx, actor }: Pick<ActionContext, 'trx' | 'actor'>,
  { id, isBreakGlass }: User,
  change: Readonly<Partial<Record<(typeof provided)[number] | 'disabled', unknown>>>,
): Promise<void> {
  if (actor.kind !== 'user' || isBreakGlass) return
  const isOfProvider = provided.some((field) => change[field] !== undefined)
  if (!isOfProvider && change.disabled !== false) return
  const managed = await ScimUser.query(trx).findById(id).whereNull('deletedAt')
  if (managed && (isOfProvider || !managed.isActive)) throw new DomainError('user_provisioned')
}

/** Returns the state of each of these accounts that a provider manages over SCIM, by id. */
export async function readScimStates(
  { trx }: Pick<ActionContext, 'trx'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'active' | 'inactive'>> {
  const managed = ScimUser.query(trx)
    .findByIds([...ids])
    .whereNull('deletedAt')
    .select('userId', 'isActive')
  const rows = ids.length > 0 ? await managed : []
  return new Map(rows.map(({ userId, isActive }) => [userId, isActive ? 'active' : 'inactive']))
}
