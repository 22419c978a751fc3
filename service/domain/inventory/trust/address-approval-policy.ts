import { may } from '../../../../shared/permissions/permissions.ts'
import type { Actor } from '../../kernel/context.ts'
import { permissionMissing, sessionRequired } from '../../kernel/domain-error.ts'

/**
 * An address is approved by a user in a session, never by an API token: a stolen one would send secrets anywhere.
 * @throws DomainError 403 `session` or `credential:write`
 */
export function refuseApprovalBy(actor: Actor): void {
  if (!actor.role || !may(actor.role, 'credential:write')) throw permissionMissing('credential:write')
  if (!isInSession(actor)) throw sessionRequired()
}

/** Whether what this caller asks for may approve an address in the same act. */
export function mayApprove(actor: Actor): boolean {
  return actor.role !== null && may(actor.role, 'credential:write') && isInSession(actor)
}

function isInSession({ sessionId, token }: Actor): boolean {
  return sessionId !== undefined && !token
}
