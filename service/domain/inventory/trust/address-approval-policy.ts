import type { Actor } from '../../kernel/context.ts'
import { permissionMissing, sessionRequired } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'

/**
 * Requires a user in a session to approve an address. API tokens may not: a stolen token could redirect secrets to any
 * host.
 * @throws DomainError session_required, permission_missing
 */
export function refuseApprovalBy(actor: Actor): void {
  if (!holds(actor, 'credential:write')) throw permissionMissing('credential:write')
  if (!isInSession(actor)) throw sessionRequired()
}

/** Whether this caller may approve an address in the same request. */
export function mayApprove(actor: Actor): boolean {
  return holds(actor, 'credential:write') && isInSession(actor)
}

function isInSession({ sessionId, token }: Actor): boolean {
  return sessionId !== undefined && !token
}
