import { useIntervalFn } from '@vueuse/core'
import { type MaybeRefOrGetter, toValue } from 'vue'
import { allPages } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { isUnderWay } from './fleet-values.ts'

const pollMs = 1_500

/** A fleet with its results, polled while a scan runs. */
export function useFleet(id: MaybeRefOrGetter<string>) {
  const api = useApi()
  const reading = useLatest(
    () => toValue(id),
    async (signal) => {
      const path = { fleet_id: toValue(id) }
      const { data } = await api.GET('/api/discovery/fleets/{fleet_id}', { params: { path }, signal })
      return data
    },
  )
  useIntervalFn(() => {
    if (isUnderWay(reading.data.value?.last_scan) && !reading.loading.value && !document.hidden) void reading.again()
  }, pollMs)
  return reading
}

/** Names of a customer's credentials and agents, by id. */
export function useFleetNames(tenant: () => string | undefined) {
  const api = useApi()
  return useLatest(tenant, async (signal) => {
    const of = tenant()
    const [credentials, agents] = await Promise.all([
      allPages((page) => api.GET('/api/credentials', { params: { query: { ...page, tenant: of } }, signal })),
      allPages((page) => api.GET('/api/agents', { params: { query: { ...page, tenant: of } }, signal })),
    ])
    return new Map([...credentials, ...agents].map(({ id, name }) => [id, name]))
  })
}
