import { type Ref, computed, ref, watch } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import type { DeviceChoice } from './send-in-slices.ts'

/**
 * The selected devices: those ticked, or all that match the filters until one is unticked. Rows loaded meanwhile are
 * then ticked too.
 */
export function useBulkChoice(
  rows: () => readonly { id: string }[],
  selected: Ref<string[]>,
  filter: () => components['schemas']['DeviceFilter'],
) {
  const takesAll = ref(false)
  const isAllTicked = computed(() => {
    const ticked = new Set(selected.value)
    return rows().every(({ id }) => ticked.has(id))
  })
  const which = computed<DeviceChoice>(() => (takesAll.value ? { filter: filter() } : { ids: selected.value }))

  watch(rows, (now) => {
    if (takesAll.value) selected.value = now.map(({ id }) => id)
  })
  watch(selected, (now, before) => {
    const ticked = new Set(now)
    const shown = new Set(rows().map(({ id }) => id))
    if (before.some((id) => shown.has(id) && !ticked.has(id))) takesAll.value = false
  })
  return { takesAll, isAllTicked, which }
}
