import type { ActionContext } from './context.ts'
import { sessionRequired } from './domain-error.ts'

/**
 * Returns the id of the user who acts, in a session or through a token.
 * @throws DomainError session_required for the service itself and its commands
 */
export function requireUserId({ actor }: Pick<ActionContext, 'actor'>): string {
  if (actor.kind !== 'user' || actor.id === null) throw sessionRequired()
  return actor.id
}

/**
 * Returns the id of the caller's session.
 * @throws DomainError session_required for an API token
 */
export function requireSessionId({ actor }: Pick<ActionContext, 'actor'>): string {
  if (actor.sessionId === undefined) throw sessionRequired()
  return actor.sessionId
}
