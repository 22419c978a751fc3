import { type RouteLocationRaw, useRouter } from 'vue-router'
import { useAddress } from './useAddress.ts'

/**
 * For navigation after a response of the service.
 * @returns navigates, unless the user has left or is leaving the page; if the user stays after all, it navigates then
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
