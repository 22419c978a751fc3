import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { readOwner } from './complete-factor.ts'
import { confirmedFactors } from './prove-factor.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/**
 * Replaces the caller's recovery codes and returns the new ones, which are shown only once.
 * @throws DomainError second_factor_not_issued for a user without a factor
 */
export async function renewRecoveryCodes(context: ActionContext, settingsKey: Buffer): Promise<string[]> {
  const { trx, now } = context
  const user = await readOwner(context)
  const factors = await confirmedFactors(trx, user.id).resultSize()
  if (factors === 0) throw new DomainError('second_factor_not_issued')
  const { id, tenantId } = user
  await recordAudit(context, 'second_factor.renew_codes', { kind: 'user', id, tenantId })
  return replaceRecoveryCodes(trx, settingsKey, user, now)
}
