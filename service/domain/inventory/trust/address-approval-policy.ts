import { may } from '../../../../shared/permissions/permissions.ts'
import type { Actor } from '../../kernel/context.ts'
import { permissionMissing, sessionRequired } from '../../kernel/domain-error.ts'

/**
 * Requires a user in a session to approve an address. API tokens may not: a stolen token could redirect secrets to any
 * host.
 * @throws DomainError session_required, permission_missing
 */
export function refuseApprovalBy(actor: Actor): void {
  if (!actor.role || !may(actor.role, 'credential:write')) throw permissionMissing('credential:write')
  if (!isInSession(actor)) throw sessionRequired()
}

/** Whether this caller may approve an address in the same request. */
export function mayApprove(actor: Actor): boolean {
  return actor.role !== null && may(actor.role, 'credential:write') && isInSession(actor)
}

function isInSession({ sessionId, token }: Actor): boolean {
  return sessionId !== undefined && !token
}
