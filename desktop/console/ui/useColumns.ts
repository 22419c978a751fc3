import { type WritableComputedRef, computed } from 'vue'
import { usePreferences } from '../client/preferences.ts'

/**
 * The columns that a person has chosen of a list that no address leads to: one within a dialog, or of a file that is looked
 * through. Kept for him as those of other lists.
 * @param name of the list
 */
export function useColumns(name: string, usual: readonly string[]): WritableComputedRef<string[]> {
  const preferences = usePreferences()
  return computed({
    get: () => preferences.lists[name]?.columns ?? [...usual],
    set: (columns) => (preferences.lists[name] = { ...preferences.lists[name], columns }),
  })
}
