import { onScopeDispose } from 'vue'
import { NavigationFailureType, isNavigationFailure, onBeforeRouteLeave, useRouter } from 'vue-router'

/**
 * For a page that writes to its own address. Who is on the way to another page, whose code may take a while to come, is
 * not called back by it: what is to be written then is written when he stays after all.
 * @param write replaces the page's address where it is not as it should be
 * @returns does so
 */
export function useAddress(write: () => void): () => void {
  const router = useRouter()
  let isLeaving = false
  onBeforeRouteLeave(() => void (isLeaving = true))

  function stay() {
    isLeaving = false
    write()
  }
  onScopeDispose(
    router.afterEach((to, from, failure) => {
      if (isNavigationFailure(failure, NavigationFailureType.cancelled)) return
      if (failure) stay()
      else isLeaving = to.name !== from.name
    }),
  )
  onScopeDispose(router.onError(stay))
  onScopeDispose(() => void (isLeaving = true))

  return () => {
    if (!isLeaving) write()
  }
}
