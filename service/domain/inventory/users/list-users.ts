import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { StoredRole } from '../../../store/models/role.ts'
import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** Returns the users of the context's tenant, or all, by e-mail, without service accounts. */
export function listUsers(context: ActionContext, page: { limit: number; after: string | null }): Promise<User[]> {
  const query = User.query(context.trx).where({ isServiceAccount: false }).orderByRaw('lower(email)').limit(page.limit)
  return (page.after === null ? query : query.whereRaw('lower(email) > ?', [page.after])).execute()
}

/** Returns the names of the custom roles of these users, by id. */
export async function readRoleNames(
  { trx }: Pick<ActionContext, 'trx'>,
  users: readonly User[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(users.flatMap(({ roleId }) => roleId ?? []))]
  const rows = ids.length > 0 ? await StoredRole.query(trx).findByIds(ids).select('id', 'name') : []
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the names of the identity providers of these users, by id, as far as the caller sees them. */
export async function readProviderNames(
  { trx }: Pick<ActionContext, 'trx'>,
  users: readonly Pick<User, 'identityProviderId'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(users.flatMap(({ identityProviderId }) => identityProviderId ?? []))]
  const rows = ids.length > 0 ? await IdentityProvider.query(trx).findByIds(ids).select('id', 'name') : []
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** @throws DomainError not_found */
export async function getUser({ trx }: Pick<ActionContext, 'trx'>, id: string): Promise<User> {
  const user = await User.query(trx).findById(id)
  if (!user) throw notFound()
  return user
}
