import type { ActionContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import type { FactorKind } from './list-factors.ts'

/** The user whose factors changed. */
export interface FactorOwner {
  id: string
  tenantId: string | null
  email: string
}

/** Records that a user has another factor, or one less; `factor` is null if all were removed. */
export function reportFactor(
  context: Pick<ActionContext, 'trx' | 'now' | 'actor'>,
  type: 'user.second_factor_added' | 'user.second_factor_removed',
  { id, tenantId, email }: FactorOwner,
  factor: FactorKind | null,
): Promise<void> {
  return recordEvents(context, [{ type, tenantId, data: { user_id: id, email, factor, by: context.actor.name } }])
}

/** Records that a user logged in or confirmed with a recovery code. */
export function reportRecoveryCode(
  context: Pick<ActionContext, 'trx' | 'now'>,
  { id, tenantId, email }: FactorOwner,
  codesLeft: number,
): Promise<void> {
  return recordEvents(context, [
    { type: 'user.recovery_code_used', tenantId, data: { user_id: id, email, codes_left: codesLeft } },
  ])
}
