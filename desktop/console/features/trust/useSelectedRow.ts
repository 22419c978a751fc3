import { computed, ref, watch } from 'vue'

/**
 * The selected row: the named one, otherwise the first when the rows were loaded. It does not change when rows are
 * added before it, because the user may be comparing it.
 * @param named its id in the address; '' if none
 * @param of what the rows belong to: when it changes, the first of the new rows is selected
 * @returns `selectFirst` after a decision: selects the first of the current rows
 */
export function useSelectedRow(
  rows: () => readonly { id: string }[],
  named: () => string,
  of: () => string | undefined,
) {
  const first = () => rows()[0]?.id
  const held = ref(first())

  function selectFirst(): void {
    held.value = first()
  }

  watch([named, of], ([, now], [, before]) => {
    if (now === before) selectFirst()
    else held.value = undefined // the rows are still the former ones
  })
  watch(rows, () => (held.value ??= first()))
  return { id: computed(() => named() || held.value), selectFirst }
}
