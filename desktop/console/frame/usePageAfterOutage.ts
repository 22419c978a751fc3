import { onScopeDispose, ref, shallowRef } from 'vue'
import { type RouteLocationNormalized, useRouter } from 'vue-router'
import { connection } from '../client/connection.ts'

/**
 * Opens a page after an outage whose files could not be loaded during it. A browser may remember the failure: the
 * console is then loaded again, which keeps the session of the tab.
 */
export function usePageAfterOutage() {
  const router = useRouter()
  const wanted = shallowRef<RouteLocationNormalized>()
  const isPageAwaited = ref(false)

  function setWanted(to: RouteLocationNormalized | undefined) {
    wanted.value = to
    isPageAwaited.value = to !== undefined
  }

  const forgetError = router.onError((_error, to) => {
    setWanted(to)
    void connection.suspect()
  })
  const forgetAfter = router.afterEach(() => setWanted(undefined))
  const forgetBack = connection.onBack(() => void openWanted())
  onScopeDispose(() => [forgetError, forgetAfter, forgetBack].forEach((forget) => forget()))

  async function openWanted() {
    const to = wanted.value
    if (!to) return
    setWanted(undefined)
    try {
      await router.push(to.fullPath)
    } catch {
      location.hash = to.fullPath
      location.reload()
    }
  }

  return { isPageAwaited }
}
