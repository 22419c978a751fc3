import { ApiToken } from '../../../store/models/api-token.ts'
import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { readRoleNames } from '../users/list-users.ts'

/** A service account with the name of its custom role and the number of its valid API tokens. */
export interface ServiceAccountView {
  account: User
  roleName: string | null
  tokens: number
}

/** Returns the service accounts in scope, by name, after the previous page. */
export async function listServiceAccounts(
  context: Pick<ActionContext, 'trx' | 'now'>,
  page: { limit: number; after: { name: string; id: string } | null },
): Promise<ServiceAccountView[]> {
  const query = User.query(context.trx).where({ isServiceAccount: true }).orderBy(['name', 'id']).limit(page.limit)
  const { after } = page
  if (after) query.whereRaw('(name, id) > (?, ?)', [after.name, after.id])
  return viewAccounts(context, await query)
}

/** @throws DomainError not_found, also for a user who is no service account */
export async function getServiceAccount(
  context: Pick<ActionContext, 'trx' | 'now'>,
  id: string,
): Promise<ServiceAccountView> {
  const found = await User.query(context.trx).findOne({ id, isServiceAccount: true })
  if (!found) throw notFound()
  const [view] = await viewAccounts(context, [found])
  return view!
}

async function viewAccounts(
  { trx, now }: Pick<ActionContext, 'trx' | 'now'>,
  accounts: User[],
): Promise<ServiceAccountView[]> {
  const ids = accounts.map(({ id }) => id)
  const counts = await ApiToken.query(trx)
    .whereIn('userId', ids)
    .where('expiresAt', '>', now)
    .groupBy('userId')
    .select('userId')
    .count('* as tokens')
    .castTo<{ userId: string; tokens: string }[]>()
  const names = await readRoleNames({ trx }, accounts)
  const byId = new Map(counts.map(({ userId, tokens }) => [userId, Number(tokens)]))
  return accounts.map((account) => ({
    account,
    roleName: (account.roleId === null ? undefined : names.get(account.roleId)) ?? null,
    tokens: byId.get(account.id) ?? 0,
  }))
}
