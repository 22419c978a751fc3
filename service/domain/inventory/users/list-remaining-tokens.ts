import type { ApiToken } from '../../../store/models/api-token.ts'
import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { seenTokens } from './list-tokens.ts'

/** A valid token of a service account, and the account's address. */
export interface RemainingToken extends Pick<ApiToken, 'id' | 'name' | 'tenantId'> {
  serviceAccount: string
}

/**
 * Returns the valid API tokens of service accounts that a user created and the caller sees, by name: they remain when the
 * user is disabled or deleted. The service itself sees all tokens in its scope.
 */
export async function listRemainingTokens(
  context: Omit<ActionContext, 'keys'>,
  userId: string,
): Promise<RemainingToken[]> {
  const { trx, now } = context
  const tokens = await seenTokens(context).where({ createdBy: userId }).where('expiresAt', '>', now).orderBy('name')
  const owners = await User.query(trx)
    .whereIn(
      'id',
      tokens.map((token) => token.userId),
    ) // prettier-ignore
    .where({ isServiceAccount: true })
    .select('id', 'email')
  const addresses = new Map(owners.map(({ id, email }) => [id, email]))
  return tokens.flatMap(({ id, name, tenantId, userId: owner }) => {
    const serviceAccount = addresses.get(owner)
    return serviceAccount === undefined ? [] : [{ id, name, tenantId, serviceAccount }]
  })
}
