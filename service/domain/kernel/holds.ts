import type { Permission } from '../../../shared/permissions/permissions.ts'
import type { Actor } from './context.ts'

/** Returns whether the caller has a permission. An agent and the service itself have none. */
export function holds({ permissions }: Pick<Actor, 'permissions'>, permission: Permission): boolean {
  return permissions?.has(permission) === true
}
