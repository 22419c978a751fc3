import { computed } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** Number of devices read for suggestions of sites and tags. */
const maxDevices = 500

/** Suggestions for searches: platforms, their texts (of one, or of all for ''), sites and tags. */
export function useSuggestions() {
  const api = useApi()
  const customers = useTenants()
  const { data: known } = useLatest([], async (signal) => {
    const { data } = await api.GET('/api/platforms', { signal })
    return data ?? []
  })
  const { data: devices } = useLatest(
    () => customers.tenant,
    async (signal) => {
      const query = { tenant: customers.tenant, decommissioned: false, limit: maxDevices }
      const { data } = await api.GET('/api/devices', { params: { query }, signal })
      return data ?? []
    },
  )
  function keysOf(platform: string): { value: string; label: string }[] {
    const wanted = (known.value ?? []).filter(({ id }) => platform === '' || id === platform)
    const texts = wanted.flatMap(({ artifacts }) => artifacts.filter(({ kind }) => kind === 'text'))
    return sorted(texts.map(({ key }) => key)).map((key) => ({ value: key, label: key }))
  }

  return {
    platforms: computed(() => (known.value ?? []).map(({ id, name }) => ({ value: id as string, label: name }))),
    keysOf,
    sites: computed(() => sorted((devices.value ?? []).map(({ site }) => site))),
    tags: computed(() => sorted((devices.value ?? []).flatMap(({ tags }) => tags))),
  }
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter(Boolean).toSorted((one, other) => one.localeCompare(other))
}

export type Suggestions = ReturnType<typeof useSuggestions>
