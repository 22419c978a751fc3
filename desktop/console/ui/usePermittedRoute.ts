import { type RouteLocationRaw, useRouter } from 'vue-router'
import { useSession } from '../client/session.ts'

/**
 * Links to pages that the role may open.
 * @returns `permittedRoute(name, query)`: undefined if the page does not exist or is not permitted
 */
export function usePermittedRoute() {
  const router = useRouter()
  const session = useSession()

  return function permittedRoute(name: string, query: Record<string, string> = {}): RouteLocationRaw | undefined {
    const route = router.getRoutes().find((one) => one.name === name)
    if (!route) return undefined
    return session.mayOpen(route.meta) ? { name, query } : undefined
  }
}
