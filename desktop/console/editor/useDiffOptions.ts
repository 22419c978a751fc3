import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { usePreferences } from '../client/preferences.ts'
import { type DiffOptions, addressOfOptions, optionsIn, usualOptions } from './diff-options.ts'

/** Display options of diffs: from the address, otherwise the user's last choice. A change updates both. */
export function useDiffOptions() {
  const route = useRoute()
  const router = useRouter()
  const preferences = usePreferences()
  return computed<DiffOptions>({
    get: () =>
      optionsIn(route.query, { ...usualOptions, ...(preferences.features['diff'] as DiffOptions | undefined) }),
    set(options) {
      preferences.features['diff'] = options
      const address = addressOfOptions(options)
      const query = Object.fromEntries(
        Object.entries({ ...route.query, ...address }).filter(([, value]) => value !== undefined),
      )
      void router.replace({ query, hash: route.hash })
    },
  })
}
