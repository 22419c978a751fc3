import { ApiToken } from '../../../store/models/api-token.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordRevocations, tokenRevocation } from '../revocations/record-revocations.ts'
import { reportTokens } from './token-events.ts'

/** A token with the name that its creator chose. */
export type NamedToken = Pick<ApiToken, 'id' | 'name'>

/** Result for a user's API tokens; expired tokens are in neither list. */
export interface RevokedTokens {
  tokensRevoked: NamedToken[]
  tokensKept: NamedToken[]
}

/** Revokes all API tokens that a user created, or with `keep` only lists them, by name. */
export async function revokeTokens(
  context: Omit<ActionContext, 'keys'>,
  userId: string,
  { keep }: { keep: boolean },
): Promise<RevokedTokens> {
  const tokens = await ApiToken.query(context.trx)
    .where({ userId })
    .where('expiresAt', '>', context.now)
    .orderBy('name')
  const named = tokens.map(({ id, name }) => ({ id, name }))
  if (keep) return { tokensRevoked: [], tokensKept: named }
  await ApiToken.query(context.trx).where({ userId }).delete()
  await recordRevocations(context, tokens.map(tokenRevocation))
  await recordAudits(
    context,
    'token.delete',
    tokens.map(({ id, name, tenantId }) => ({ kind: 'token', id, tenantId, detail: { name, maker_id: userId } })),
  )
  await reportTokens(context, 'token.revoked', tokens)
  return { tokensRevoked: named, tokensKept: [] }
}
