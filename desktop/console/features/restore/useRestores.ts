import { useIntervalFn } from '@vueuse/core'
import { computed, ref } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { allPages, pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useListState } from '../../ui/useListState.ts'
import { usePagedList } from '../../ui/usePagedList.ts'
import { type Run, isOpen } from './restore-state.ts'

type Status = Run['status']

export const filterNames = ['status', 'device_id'] as const

const lookMs = 5_000

/** Restores of the chosen customer, and all those that wait for confirmation. */
export function useRestores() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('restores', {
    filters: filterNames,
    sort: '-queued_at',
    columns: ['customer', 'status', 'by', 'asked', 'ended', 'error'],
  })
  const wanted = computed(() => JSON.stringify(state.filters))
  const list = usePagedList<Run>(
    [wanted, state.sort, state.pageSize, () => customers.tenant],
    async (cursor, signal) => {
      const { status, device_id } = state.filters
      const query = {
        kind: 'restore' as const,
        ...(status && { status: status as Status }),
        ...(device_id && { device_id }),
        sort: state.sort.value as '-queued_at',
        limit: state.pageSize.value,
        tenant: customers.tenant,
        cursor,
      }
      return pageOf(await api.GET('/api/runs', { params: { query }, signal }))
    },
  )

  /** Start of the countdown: when they were read. */
  const readMs = ref(Date.now())
  const waiting = useLatest(
    () => customers.tenant,
    async (signal) => {
      const query = { kind: 'restore', status: 'awaiting_confirmation', tenant: customers.tenant } as const
      const runs = await allPages((page) => api.GET('/api/runs', { params: { query: { ...query, ...page } }, signal }))
      readMs.value = Date.now()
      return runs.toSorted((a, b) => (a.restore?.remaining_seconds ?? 0) - (b.restore?.remaining_seconds ?? 0))
    },
  )
  const policy = useLatest(
    () => customers.tenant,
    async (signal) => {
      const params = { query: { tenant: customers.tenant } }
      return (await api.GET('/api/restore/effective', { params, signal })).data
    },
  )

  async function again() {
    await Promise.all([list.again(), waiting.again()])
  }
  useLiveRefresh(['restore.state'], again)
  useIntervalFn(() => {
    if (!document.hidden && list.rows.value.some(isOpen)) void again()
  }, lookMs)
  return { state, list, waiting, readMs, policy, again }
}
