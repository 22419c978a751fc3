import { type WritableComputedRef, computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/**
 * A text in the page's address, '' if absent. It survives a reload and can be shared, and is not stored for the user.
 */
export function useInAddress(name: string): WritableComputedRef<string> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get() {
      const value = route.query[name]
      return typeof value === 'string' ? value : ''
    },
    set(value) {
      const { [name]: _before, ...query } = route.query
      void router.replace({ query: value === '' ? query : { ...query, [name]: value }, hash: route.hash })
    },
  })
}
