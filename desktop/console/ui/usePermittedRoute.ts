import { type RouteLocationRaw, useRouter } from 'vue-router'
import { useMissingPermission } from './useMissingPermission.ts'

/**
 * Links to pages that the role may open.
 * @returns `permittedRoute(name, query)`: undefined if the page does not exist or is not permitted
 */
export function usePermittedRoute() {
  const router = useRouter()
  const missing = useMissingPermission()

  return function permittedRoute(name: string, query: Record<string, string> = {}): RouteLocationRaw | undefined {
    const route = router.getRoutes().find((one) => one.name === name)
    if (!route) return undefined
    return missing(route.meta) ? undefined : { name, query }
  }
}
