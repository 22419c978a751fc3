import { type RouteLocationRaw, useRouter } from 'vue-router'
import { useMay } from '../client/session.ts'

/**
 * Where something is done, for who may go there.
 * @returns `placeOf(name, query)`: undefined where there is no such page, or none for this role
 */
export function usePermittedRoute() {
  const router = useRouter()
  const may = useMay()

  return function placeOf(name: string, query: Record<string, string> = {}): RouteLocationRaw | undefined {
    const route = router.getRoutes().find((one) => one.name === name)
    if (!route) return undefined
    const { permission } = route.meta
    return permission && !may(permission) ? undefined : { name, query }
  }
}
