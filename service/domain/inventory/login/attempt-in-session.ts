import type { Knex } from 'knex'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { requireUserId } from '../../kernel/require-user.ts'
import { accountOfUser, attemptProof } from './login-limits.ts'

/**
 * Runs a proof of the caller in a session under the login limits: a stolen session must not allow guessing. A failure
 * is recorded. A success does not reset the count of earlier failures.
 * @param proof returns null if it failed
 * @throws DomainError too_many_attempts
 */
export async function attemptInSession<T>(
  knex: Knex,
  caller: Pick<ActionContext, 'actor' | 'origin' | 'now'>,
  action: string,
  proof: () => Promise<T | null>,
): Promise<T | null> {
  const { actor, origin, now } = caller
  let result: T | null = null
  await attemptProof(
    knex,
    { account: accountOfUser(requireUserId(caller)), ip: origin.ip, lane: { kind: 'session' }, now },
    async () => {
      result = await proof()
      return result === null ? 'wrong' : 'incomplete'
    },
    (trx) =>
      recordAudit({ ...caller, tenantId: actor.tenantId, trx }, action, {
        kind: 'session',
        id: actor.sessionId,
        outcome: 'refused',
      }),
  )
  return result
}
