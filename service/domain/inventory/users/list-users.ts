import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** Returns the users of the context's tenant, or all, by e-mail. */
export function listUsers(context: ActionContext, page: { limit: number; after: string | null }): Promise<User[]> {
  const query = User.query(context.trx).orderByRaw('lower(email)').limit(page.limit)
  return (page.after === null ? query : query.whereRaw('lower(email) > ?', [page.after])).execute()
}

/** @throws DomainError not_found */
export async function getUser({ trx }: Pick<ActionContext, 'trx'>, id: string): Promise<User> {
  const user = await User.query(trx).findById(id)
  if (!user) throw notFound()
  return user
}
