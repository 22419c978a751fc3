import { SecondFactor } from '../../../store/models/second-factor.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { requireUserId } from '../../kernel/require-user.ts'
import { confirmedFactors } from './prove-factor.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

export type FactorKind = SecondFactor['kind']

/** The factors of a user, oldest first, and the number of unused recovery codes. */
export interface OwnFactors {
  factors: SecondFactor[]
  recoveryCodesLeft: number
}

/** Returns the caller's factors, without their secrets. */
export async function listOwnFactors(context: ActionContext): Promise<OwnFactors> {
  const userId = requireUserId(context)
  const factors = await confirmedFactors(context.trx, userId).orderBy('createdAt').orderBy('id')
  return { factors, recoveryCodesLeft: await countRecoveryCodes(context.trx, userId) }
}

/** Returns the kinds of factors of each user, without users who have none. */
export async function listFactorKinds(
  trx: ScopedTransaction,
  userIds: readonly string[],
): Promise<Map<string, FactorKind[]>> {
  const rows = await SecondFactor.query(trx)
    .whereIn('userId', [...userIds])
    .whereNotNull('confirmedAt')
    .distinct('userId', 'kind')
    .orderBy('kind', 'desc')
  const kinds = new Map<string, FactorKind[]>()
  for (const { userId, kind } of rows) kinds.set(userId, [...(kinds.get(userId) ?? []), kind])
  return kinds
}
