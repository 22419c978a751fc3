import { onScopeDispose } from 'vue'
import { NavigationFailureType, isNavigationFailure, onBeforeRouteLeave, useRouter } from 'vue-router'

/**
 * For a page that writes its own address. While the user navigates to another page, which may take time to load, it
 * does not write; it does so if the user stays.
 * @param write replaces the page's address if it differs
 * @returns writes it
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
