import { useRoute, useRouter } from 'vue-router'
import { useMay } from '../client/session.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns a function that opens the last known good configuration of the device of the current page.
 * @param choose called on pages of no device
 */
export function useOpenGood(choose: () => unknown) {
  const route = useRoute()
  const router = useRouter()
  const may = useMay()

  return () => {
    const named = route.path.startsWith('/devices/') ? route.params['id'] : route.query['device']
    if (typeof named !== 'string' || !uuid.test(named) || !may('config:read')) return choose()
    return router.push({ name: 'versions-good', params: { id: named } })
  }
}
