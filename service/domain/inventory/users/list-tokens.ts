import { allPermissions, permissionsOf, roles } from '../../../../shared/permissions/permissions.ts'
import { ApiToken } from '../../../store/models/api-token.ts'
import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { requireUserId } from '../../kernel/require-user.ts'

/** Returns the caller's tokens, latest first. */
export function listTokens(context: ActionContext): Promise<ApiToken[]> {
  return ApiToken.query(context.trx)
    .where({ userId: requireUserId(context) })
    .orderBy('id', 'desc')
    .execute()
}

/** A token and its owner: the user who created it, or a service account. Null if the owner is out of scope. */
export interface MadeToken {
  row: ApiToken
  maker: Pick<User, 'id' | 'email' | 'isServiceAccount'> | null
}

/**
 * Returns the tokens in scope whose permissions do not exceed the caller's, latest first, after the previous page. A caller
 * of the platform sees all tokens that are bound to a tenant.
 */
export async function listTokensOfAll(
  context: ActionContext,
  filter: { userId?: string; createdBy?: string },
  page: { limit: number; after: string | null },
): Promise<MadeToken[]> {
  const query = seenTokens(context)
    .where({ ...filter })
    .orderBy('id', 'desc')
    .limit(page.limit)
  const rows = await (page.after === null ? query : query.where('id', '<', page.after))
  const makers = await User.query(context.trx)
    .findByIds([...new Set(rows.map(({ userId }) => userId))])
    .select('id', 'email', 'isServiceAccount')
  const byId = new Map(makers.map((maker) => [maker.id, maker]))
  return rows.map((row) => ({ row, maker: byId.get(row.userId) ?? null }))
}

/**
 * Returns a token of `listTokensOfAll` with its creator.
 * @throws DomainError not_found
 */
export async function getTokenOfAll(context: ActionContext, id: string): Promise<MadeToken> {
  const row = await seenTokens(context).findById(id)
  if (!row) throw notFound()
  const maker = await User.query(context.trx).findById(row.userId).select('id', 'email', 'isServiceAccount')
  return { row, maker: maker ?? null }
}

export function seenTokens({ trx, actor }: Pick<ActionContext, 'trx' | 'actor'>) {
  if (actor.kind === 'service') return ApiToken.query(trx)
  const lesser = roles.filter((role) => permissionsOf(role).every((permission) => holds(actor, permission)))
  const held = allPermissions.filter((permission) => holds(actor, permission))
  return ApiToken.query(trx).where((of) => {
    of.whereIn('role', lesser).orWhereExists(
      trx('roles').whereRaw('roles.id = api_tokens.role_id and roles.permissions <@ cast(? as text[])', [held]),
    )
    of.orWhereRaw('api_tokens.permissions <@ cast(? as text[])', [held])
    if (actor.tenantId === null) of.orWhereNotNull('tenantId')
  })
}
