import { type WritableComputedRef, computed } from 'vue'
import { usePreferences } from '../client/preferences.ts'

/**
 * The user's columns of a list without an address, such as in a dialog or a previewed file, stored like those of other
 * lists.
 * @param name of the list
 */
export function useColumns(name: string, usual: readonly string[]): WritableComputedRef<string[]> {
  const preferences = usePreferences()
  return computed({
    get: () => preferences.lists[name]?.columns ?? [...usual],
    set: (columns) => (preferences.lists[name] = { ...preferences.lists[name], columns }),
  })
}
