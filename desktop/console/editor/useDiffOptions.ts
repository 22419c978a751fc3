import { useMediaQuery } from '@vueuse/core'
import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { usePreferences } from '../client/preferences.ts'
import { type DiffOptions, addressOfOptions, optionsIn, usualOptions } from './diff-options.ts'

/**
 * Display options of diffs: from the address, otherwise the user's last choice. A change updates both. A narrow window
 * has no room for two texts: it shows them unified, without changing the choice.
 */
export function useDiffOptions() {
  const route = useRoute()
  const router = useRouter()
  const preferences = usePreferences()
  const isNarrow = useMediaQuery('(width < 700px)')
  const wanted = () =>
    optionsIn(route.query, { ...usualOptions, ...(preferences.features['diff'] as DiffOptions | undefined) })
  return computed<DiffOptions>({
    get: () => ({ ...wanted(), ...(isNarrow.value && { layout: 'unified' as const }) }),
    set(chosen) {
      const options = isNarrow.value ? { ...chosen, layout: wanted().layout } : chosen
      preferences.features['diff'] = options
      const address = addressOfOptions(options)
      const query = Object.fromEntries(
        Object.entries({ ...route.query, ...address }).filter(([, value]) => value !== undefined),
      )
      void router.replace({ query, hash: route.hash })
    },
  })
}
