import { ApiToken } from '../../../store/models/api-token.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { recordRevocations, tokenRevocation } from '../revocations/record-revocations.ts'
import { requireUserId } from '../../kernel/require-user.ts'
import { reportTokens } from './token-events.ts'
import { seenTokens } from './list-tokens.ts'

/**
 * Revokes a token of the caller, from the next request on.
 * @throws DomainError not_found, also for another user's token
 */
export async function revokeOwnToken(context: ActionContext, id: string): Promise<void> {
  const row = await ApiToken.query(context.trx)
    .findById(id)
    .where({ userId: requireUserId(context) })
  if (!row) throw notFound()
  await revoke(context, row)
}

/**
 * Revokes a token of any user, from the next request on.
 * @throws DomainError not_found if `listTokensOfAll` does not return it
 */
export async function revokeToken(context: ActionContext, id: string): Promise<void> {
  const row = await seenTokens(context).findById(id)
  if (!row) throw notFound()
  await revoke(context, row)
}

async function revoke(context: ActionContext, token: ApiToken): Promise<void> {
  const { id, tenantId, userId, name } = token
  await ApiToken.query(context.trx).deleteById(id)
  await recordRevocations(context, [tokenRevocation(token)])
  await recordAudit(context, 'token.delete', { kind: 'token', id, tenantId, detail: { name, maker_id: userId } })
  await reportTokens(context, 'token.revoked', [token])
}
