import { useIntervalFn } from '@vueuse/core'
import { onScopeDispose } from 'vue'
import { useApi } from '../../client/session.ts'
import type { Run } from '../../ui/run/run-state.ts'
import { pollOpenRuns } from './poll-open-runs.ts'

const intervalMs = 3_000
const latestRuns = 200

/**
 * Polls the open runs of a list every few seconds, because events report the end of some runs only. They are updated in
 * place, so that the scroll position is stable.
 */
export function useOpenRuns(list: {
  rows: () => readonly Run[]
  tenant: () => string | undefined
  put: (run: Run) => void
}): void {
  const api = useApi()
  const ending = new AbortController()
  const { signal } = ending
  const poll = pollOpenRuns({
    rows: list.rows,
    put: list.put,
    async latest(since) {
      const query = { since, tenant: list.tenant(), limit: latestRuns }
      return (await api.GET('/api/runs', { params: { query }, signal })).data ?? []
    },
    async one(id) {
      return (await api.GET('/api/runs/{run_id}', { params: { path: { run_id: id } }, signal })).data
    },
  })
  useIntervalFn(() => {
    if (!document.hidden) void poll().catch(() => undefined) // a failed read is repeated by the next poll
  }, intervalMs)
  onScopeDispose(() => ending.abort())
}
