import type { Actor } from './context.ts'
import { confirmationRequired, sessionRequired } from './domain-error.ts'

/**
 * Requires a user in a session who has just confirmed with the password. The service itself and its commands need no
 * confirmation.
 * @throws DomainError session_required for an API token, confirmation_required
 */
export function requireConfirmation({ actor }: { actor: Actor }): void {
  if (actor.kind !== 'user') return
  if (actor.token) throw sessionRequired()
  if (!actor.isConfirmed) throw confirmationRequired()
}
