import { ApiToken } from '../../../store/models/api-token.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordRevocations, tokenRevocation } from '../revocations/record-revocations.ts'
import { reportTokens } from './token-events.ts'

/** A token by the name that its maker gave it. */
export type NamedToken = Pick<ApiToken, 'id' | 'name'>

/** What became of a user's API tokens; those that have expired are in neither list. */
export interface RevokedTokens {
  tokensRevoked: NamedToken[]
  tokensKept: NamedToken[]
}

/** Revokes every API token that a user has made, or with `keep` only names them, by name. */
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
