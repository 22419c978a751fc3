import { computed, ref, watch } from 'vue'

/**
 * Which row is looked at: the one that is named, else the one that was first when the rows came. That one stays, whatever
 * comes before it, since somebody compares it by now.
 * @param named its id in the address; '' where none is named
 * @param of what the rows are of: with another one, the first of the rows that come then
 * @returns `letGo` after a decision: the first of the rows as they are now
 */
export function useLookedAt(rows: () => readonly { id: string }[], named: () => string, of: () => string | undefined) {
  const first = () => rows()[0]?.id
  const held = ref(first())

  function letGo(): void {
    held.value = first()
  }

  watch([named, of], ([, now], [, before]) => {
    if (now === before) letGo()
    else held.value = undefined // the rows are still those of before
  })
  watch(rows, () => (held.value ??= first()))
  return { id: computed(() => named() || held.value), letGo }
}
