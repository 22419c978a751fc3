import { SecondFactor } from '../../../store/models/second-factor.ts'
import type { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { factorRevocation, recordRevocations } from '../revocations/record-revocations.ts'
import { reportFactor } from './factor-events.ts'

/** Removes all second factors, recovery codes and pending logins of a user. */
export async function removeAllFactors(context: Omit<ActionContext, 'keys'>, user: User): Promise<void> {
  const { trx } = context
  const factors = await SecondFactor.query(trx).where({ userId: user.id }).delete().returning('*')
  await trx('recovery_codes').where({ user_id: user.id }).delete()
  await trx('login_challenges').where({ user_id: user.id }).delete()
  await recordRevocations(
    context,
    factors.map((factor) => factorRevocation(factor, 0)),
  )
  const { id, tenantId, email } = user
  await recordAudit(context, 'user.reset_second_factors', { kind: 'user', id, tenantId, detail: { email } })
  if (factors.length > 0) await reportFactor(context, 'user.second_factor_removed', user, null)
}
