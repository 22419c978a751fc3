import type { Role } from '../../../../shared/permissions/permissions.ts'
import type { ApiToken } from '../../../store/models/api-token.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Records that API tokens were created or revoked, without their values. */
export function reportTokens(
  context: Pick<ActionContext, 'trx' | 'now' | 'actor'>,
  type: 'token.created' | 'token.revoked',
  tokens: readonly ApiToken[],
): Promise<void> {
  return recordEvents(
    context,
    tokens.map(({ id, tenantId, userId, name, role, networks, expiresAt }) => ({
      type,
      tenantId,
      data: {
        token_id: id,
        name,
        role: role as Role,
        user_id: userId,
        networks,
        expires_at: expiresAt.toISOString(),
        by: context.actor.name,
      },
    })),
  )
}
