import type { ErrorRequestHandler, Request } from 'express'
import { returnConfirmation, takeConfirmation } from '../domain/inventory/login/take-confirmation.ts'
import { confirmationRequired } from '../domain/kernel/domain-error.ts'
import type { Dependencies } from '../dependencies.ts'
import { inScope } from '../store/scope.ts'
import { type Operation, recordRefusal } from './authorise.ts'
import { requestFingerprint } from './presented-approval.ts'

/** A confirmation that this request uses. */
export interface TakenConfirmation {
  sessionId: string
  hash: Buffer
}

/**
 * Applies a confirmation that is valid for one request only, once the body is read: to another request it does not
 * apply. The request takes it, so that it cannot be repeated.
 * @throws DomainError confirmation_required
 */
export async function applyBoundConfirmation(
  dependencies: Dependencies,
  req: Request,
  operation: Operation,
): Promise<void> {
  const { actor, confirmedFingerprint } = req.caller ?? {}
  if (!actor || !confirmedFingerprint) return
  const { sessionId } = actor
  const isOfRequest = requestFingerprint(req).equals(confirmedFingerprint)
  const hash =
    isOfRequest && sessionId !== undefined
      ? await inScope(dependencies.knex, { kind: 'platform' }, (trx) =>
          takeConfirmation({ trx, now: dependencies.now() }, sessionId, confirmedFingerprint),
        )
      : null
  actor.isConfirmed = hash !== null
  if (hash && sessionId !== undefined) req.takenConfirmation = { sessionId, hash }
  if (actor.isConfirmed || operation['x-confirmation'] !== true) return
  const refusal = confirmationRequired()
  await recordRefusal(dependencies, req, actor, operation, refusal.fields.missing)
  throw refusal
}

/** Gives a taken confirmation back if the request is refused: it may need an approval first. */
export function returnTakenConfirmation(dependencies: Dependencies): ErrorRequestHandler {
  return async (error, req, _res, next) => {
    const { takenConfirmation: taken } = req
    if (taken) {
      await inScope(dependencies.knex, { kind: 'platform' }, (trx) =>
        returnConfirmation({ trx, now: dependencies.now() }, taken.sessionId, taken.hash),
      ).catch(() => undefined) // the user confirms again
    }
    next(error)
  }
}
