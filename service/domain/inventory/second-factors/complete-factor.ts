import { Session } from '../../../store/models/session.ts'
import type { SecondFactor } from '../../../store/models/second-factor.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { requireUserId } from '../../kernel/require-user.ts'
import { reportFactor } from './factor-events.ts'
import { confirmedFactors } from './prove-factor.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Returns the caller's account, locked: a user's factors change one at a time. */
export async function readOwner(context: ActionContext): Promise<User> {
  const user = await User.query(context.trx).findById(requireUserId(context)).forUpdate()
  return user ?? Promise.reject(notFound())
}

/**
 * Records a new factor and lifts the limit of the user's sessions without one.
 * @returns recovery codes if it is the user's first factor, else an empty list
 */
export async function completeFactor(
  context: ActionContext,
  settingsKey: Buffer,
  user: User,
  { id, kind }: SecondFactor,
): Promise<string[]> {
  const { trx, now } = context
  const { tenantId } = user
  await Session.query(trx).where({ userId: user.id, needsSecondFactor: true }).patch({ needsSecondFactor: false })
  await recordAudit(context, 'second_factor.add', { kind: 'user', id: user.id, tenantId, detail: { factor: kind } })
  await reportFactor(context, 'user.second_factor_added', user, kind)
  const others = await confirmedFactors(trx, user.id).whereNot({ id }).resultSize()
  return others > 0 ? [] : replaceRecoveryCodes(trx, settingsKey, user, now)
}
