import { type RouteLocationRaw, useRouter } from 'vue-router'
import { useMay } from '../client/session.ts'

/**
 * Links to pages that the role may open.
 * @returns `permittedRoute(name, query)`: undefined if the page does not exist or is not permitted
 */
export function usePermittedRoute() {
  const router = useRouter()
  const may = useMay()

  return function permittedRoute(name: string, query: Record<string, string> = {}): RouteLocationRaw | undefined {
    const route = router.getRoutes().find((one) => one.name === name)
    if (!route) return undefined
    const { permission } = route.meta
    return permission && !may(permission) ? undefined : { name, query }
  }
}
