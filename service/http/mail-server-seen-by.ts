import { holds } from '../domain/kernel/holds.ts'
import { type ScopedRequest, callerOf } from './scoped.ts'

/** The mail server belongs to the platform: only its administrators see its answers. */
export function mailServerSeenBy(req: ScopedRequest): { isMailServerHidden: boolean } {
  return { isMailServerHidden: !holds(callerOf(req).actor, 'tenant:manage') }
}
