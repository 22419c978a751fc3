import { Session } from '../../../store/models/session.ts'
import { SecondFactor } from '../../../store/models/second-factor.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { factorRevocation, recordRevocations } from '../revocations/record-revocations.ts'
import { readOwner } from './complete-factor.ts'
import { reportFactor } from './factor-events.ts'

/**
 * Removes a factor of the caller. With the last one the recovery codes are deleted, and if a factor is required, the
 * user's sessions can only set up a new one.
 * @throws DomainError not_found, also for another user's factor
 */
export async function removeFactor(
  context: ActionContext,
  id: string,
  { isRequired }: { isRequired: boolean },
): Promise<void> {
  const { trx } = context
  const user = await readOwner(context)
  const factor = await SecondFactor.query(trx).findOne({ id, userId: user.id }).whereNotNull('confirmedAt')
  if (!factor) throw notFound()
  await factor.$query(trx).delete()
  const left = await SecondFactor.query(trx).where({ userId: user.id }).whereNotNull('confirmedAt').resultSize()
  await recordRevocations(context, [factorRevocation(factor, left)])
  if (left === 0) {
    await trx('recovery_codes').where({ user_id: user.id }).delete()
    if (isRequired) await Session.query(trx).where({ userId: user.id }).patch({ needsSecondFactor: true })
  }
  const { tenantId } = user
  const detail = { factor: factor.kind }
  await recordAudit(context, 'second_factor.remove', { kind: 'user', id: user.id, tenantId, detail })
  await reportFactor(context, 'user.second_factor_removed', user, factor.kind)
}
