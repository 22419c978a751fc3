import { type WritableComputedRef, computed, reactive, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useTenants } from '../client/tenants.ts'
import { usePreferences } from '../client/preferences.ts'
import { type ListPreference, type ListShape, addressOf, keptAfter, listAtFirst, listOf } from './list-address.ts'
import { useAddress } from './useAddress.ts'

/**
 * How a list is filtered, sorted and laid out: in the address, so that it can be sent to somebody, and for the person, so
 * that it is there again when he comes back by the navigation. What a link says is not kept: that is somebody else's wish.
 * @param name of the list, under which it is kept for the person
 * @returns `filters` holds a text for each filter, '' when it does not filter; what is written to it goes to the address
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

  /** Ours goes to the address; what comes by the address (back, a link) becomes ours. */
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
    pageSize: part('pageSize'),
    /** How many filters there are that filter. */
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
