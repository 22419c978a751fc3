import { type WritableComputedRef, computed, reactive, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useTenants } from '../client/tenants.ts'
import { usePreferences } from '../client/preferences.ts'
import { type ListPreference, type ListShape, addressOf, keptAfter, listAtFirst, listOf } from './list-address.ts'
import { useAddress } from './useAddress.ts'

/**
 * Filters, order and layout of a list: in the address, to be shared, and stored for the user's next visit. Values from
 * a link are not stored.
 * @param name under which it is stored
 * @returns `filters`: a text for each filter, '' does not filter; writing to it updates the address
 */
export function useListState<Filter extends string>(name: string, shape: ListShape & { filters: readonly Filter[] }) {
  const route = useRoute()
  const router = useRouter()
  const preferences = usePreferences()
  const page = route.name
  const { slug: customer } = useTenants()
  const kept = () => preferences.lists[name] ?? {}
  const wanted = shallowRef<ListPreference>(listAtFirst(route.query, shape, kept(), customer))

  function change(part: Partial<ListPreference>) {
    wanted.value = { ...wanted.value, ...part }
    preferences.lists[name] = keptAfter(kept(), part, customer)
  }

  const updateAddress = useAddress(() => {
    const query = addressOf(wanted.value, shape, route.query)
    if (!isSame(query, route.query)) void router.replace({ query, hash: route.hash })
  })

  /** Own changes update the address; changes of the address (back, a link) update the state. */
  watch(wanted, updateAddress, { immediate: true, flush: 'post' })
  watch(
    () => route.query,
    (query) => {
      if (route.name !== page) return
      const list = listOf(query, shape, kept())
      if (!isSame(list, wanted.value)) wanted.value = list
    },
  )

  const part = <Key extends keyof ListPreference>(key: Key): WritableComputedRef<ListPreference[Key]> =>
    computed({ get: () => wanted.value[key], set: (value) => change({ [key]: value }) })

  const filters = reactive(
    Object.fromEntries(
      shape.filters.map((filter) => [
        filter,
        computed({
          get: () => wanted.value.filters[filter] ?? '',
          set: (value: string | null) => change({ filters: { ...wanted.value.filters, [filter]: value ?? '' } }),
        }),
      ]),
    ),
  ) as unknown as Record<Filter, string>

  return {
    filters,
    sort: part('sort'),
    columns: part('columns'),
    /** Whether the columns are the list's own, not a selection of the user. */
    hasOwnColumns: computed(() => wanted.value.columns.join() === shape.columns.join()),
    pageSize: part('pageSize'),
    /** Number of active filters. */
    filterCount: computed(() => Object.values(wanted.value.filters).filter((value) => value !== '').length),
    clear: () => change({ filters: Object.fromEntries(shape.filters.map((filter) => [filter, ''])) }),
  }
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: object): unknown {
  return Object.entries(value).sort(([one], [other]) => one.localeCompare(other))
}
