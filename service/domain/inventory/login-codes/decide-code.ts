import { LoginCode } from '../../../store/models/login-code.ts'
import { Session } from '../../../store/models/session.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, confirmationRequired } from '../../kernel/domain-error.ts'
import { requireSessionId, requireUserId } from '../../kernel/require-user.ts'
import { attemptInSession } from '../login/attempt-in-session.ts'
import type { CodeDependencies } from './begin-code.ts'
import { hashUserCode } from './user-code.ts'

type Caller = Pick<ActionContext, 'actor' | 'origin' | 'now'>
type Dependencies = Omit<CodeDependencies, 'limits'>

/**
 * Returns an open code that the caller typed. Wrong codes count as failed logins of the session. Codes that confirm an
 * action are known to its user only, in other sessions.
 * @throws DomainError login_code_wrong, too_many_attempts
 */
export function findCode(dependencies: Dependencies, caller: Caller, userCode: string): Promise<LoginCode> {
  return attempt(dependencies, caller, 'auth.code_read', (trx) =>
    openCodes(trx, dependencies, caller, userCode).first(),
  )
}

/**
 * Confirms a code. The caller has just confirmed their identity, not by a code, and a refresh token of a confirmation at
 * the provider goes to the session that the code opens.
 * @throws DomainError login_code_wrong, too_many_attempts, confirmation_required
 */
export async function confirmCode(dependencies: Dependencies, caller: Caller, userCode: string): Promise<void> {
  const sessionId = requireSessionId(caller)
  await attempt(dependencies, caller, 'auth.code_confirm', async (trx) => {
    const own = await Session.query(trx).findById(sessionId).forUpdate()
    if (own?.isConfirmedByCode) throw confirmationRequired() // otherwise one proof of identity would last for ever
    const [code] = await openCodes(trx, dependencies, caller, userCode)
      .patch({
        decision: 'confirmed',
        confirmedBy: sessionId,
        tenantId: caller.actor.tenantId,
        sealedRefreshToken: own?.confirmationRefreshToken ?? null,
      })
      .returning('*')
    if (code) await Session.query(trx).findById(sessionId).patch({ confirmationRefreshToken: null })
    return code
  })
}

/** @throws DomainError login_code_wrong, too_many_attempts */
export async function rejectCode(dependencies: Dependencies, caller: Caller, userCode: string): Promise<void> {
  await attempt(dependencies, caller, 'auth.code_reject', async (trx) => {
    const [code] = await openCodes(trx, dependencies, caller, userCode).patch({ decision: 'rejected' }).returning('*')
    return code
  })
}

function openCodes(trx: ScopedTransaction, { settingsKey }: Dependencies, caller: Caller, userCode: string) {
  const otherSessions = Session.query(trx)
    .select('id')
    .where({ userId: requireUserId(caller) })
    .whereNot('id', requireSessionId(caller))
  return LoginCode.query(trx)
    .where({ codeHash: hashUserCode(settingsKey, userCode) })
    .where('expiresAt', '>', caller.now)
    .whereNull('decision')
    .where((own) => void own.whereNull('sessionId').orWhereIn('sessionId', otherSessions))
}

/** Runs a step with a code under the login limits, and records it. */
async function attempt(
  { knex }: Dependencies,
  caller: Caller,
  action: string,
  step: (trx: ScopedTransaction) => PromiseLike<LoginCode | undefined>,
): Promise<LoginCode> {
  const { tenantId } = caller.actor
  const found = await attemptInSession(knex, caller, action, () =>
    inScope(knex, { kind: 'platform' }, async (trx) => {
      const code = await step(trx)
      if (!code) return null
      const { id, client, ip, sessionId, action: asked } = code
      const request = asked && { operation: asked.operation, path: asked.path }
      const detail = { client, ip, purpose: sessionId === null ? 'login' : 'confirmation', ...request }
      await recordAudit({ ...caller, tenantId, trx }, action, { kind: 'login_code', id, tenantId, detail })
      return code
    }),
  )
  if (!found) throw new DomainError('login_code_wrong')
  return found
}
