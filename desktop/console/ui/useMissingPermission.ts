import type { RouteMeta } from 'vue-router'
import { type Permission, useSession } from '../client/session.ts'

/** Returns a reactive function: what the user lacks for a page or an action. `scope`: a role without a limit to devices. */
export function useMissingPermission() {
  const session = useSession()
  return ({ permission, unlimited }: Pick<RouteMeta, 'permission' | 'unlimited'>): Permission | 'scope' | undefined => {
    if (permission && !session.may(permission)) return permission
    return unlimited && session.isLimited ? 'scope' : undefined
  }
}
