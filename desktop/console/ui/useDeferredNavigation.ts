import { type RouteLocationRaw, useRouter } from 'vue-router'
import { useAddress } from './useAddress.ts'

/**
 * For what leads to another page when the service has answered.
 * @returns goes there, but not from under who is elsewhere by then or on the way; when he stays after all, it is gone to
 */
export function useDeferredNavigation(): (to: RouteLocationRaw, how?: { replace: boolean }) => void {
  const router = useRouter()
  let wanted: RouteLocationRaw | undefined
  const go = useAddress(() => {
    const to = wanted
    wanted = undefined
    if (to !== undefined) void router.push(to)
  })

  return (to, how) => {
    wanted = how?.replace ? { ...router.resolve(to), replace: true } : to
    go()
  }
}
