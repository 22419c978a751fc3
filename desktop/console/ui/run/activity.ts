import { useSessionStorage } from '@vueuse/core'
import { ref } from 'vue'
import { allPages, type PageQuery } from '../../client/paging.ts'
import type { useApi } from '../../client/session.ts'
import type { Run } from './run-state.ts'

/** The backups that one request queued: they share the time at which they were queued. */
export interface Batch {
  /** RFC 3339. */
  at: string
  tenant: string
  total: number
  /** Of a single run, to link to it. */
  runId?: string
}

type StartedRun = Pick<Run, 'id' | 'queued_at' | 'tenant_id'>

/** The service's limit for one request. */
const maxBatches = 20

/** The batches that this window started, the latest last. They survive a reload; empty after the user closed them. */
export const activity = useSessionStorage<Batch[]>('coffer.activity', [])

/** Whether all of them have ended: a batch that is started then replaces them. */
export const isActivityOver = ref(false)

/** Adds the runs that one request started to what the header shows, and returns their batch. */
export function followRuns(runs: readonly [StartedRun, ...StartedRun[]]): Batch {
  const [first] = runs
  const former = isActivityOver.value ? [] : activity.value
  isActivityOver.value = false
  const runId = runs.length === 1 ? first.id : undefined
  const batch = { at: first.queued_at, tenant: first.tenant_id, total: runs.length, runId }
  activity.value = [...former, batch].slice(-maxBatches)
  return batch
}

/** Returns the address of a single run, or of the list of runs with these batches. */
export function activityRoute(batches: readonly Batch[]) {
  const [only, other] = batches
  if (only?.runId && !other) return { name: 'runs-one', params: { id: only.runId } }
  return { name: 'runs', query: { queued_at: batches.map(({ at }) => at) } }
}

/** Numbers of the runs of batches. */
export interface Progress {
  total: number
  done: number
  failed: number
}

/**
 * Reads the progress of batches.
 * @param batches their times and, if all are of one customer, it
 * @param total number of their runs, if known
 */
export async function readProgress(
  api: ReturnType<typeof useApi>,
  { times, tenant, total }: { times: string[]; tenant: string | undefined; total?: number },
  signal: AbortSignal,
): Promise<Progress> {
  const count = async (filter: { status?: Run['status'][]; failed_only?: true }) => {
    const query = { queued_at: times, tenant, ...filter }
    const read = (page: PageQuery) => api.GET('/api/runs', { params: { query: { ...page, ...query } }, signal })
    return (await allPages(read)).length
  }
  const [open, failed, all] = await Promise.all([
    count({ status: ['queued', 'running', 'retrying'] }),
    count({ failed_only: true }),
    total ?? count({}),
  ])
  return { total: all, done: Math.max(0, all - open), failed }
}

/** Returns the time until all runs have ended at the rate so far; undefined before the first ended. */
export function remainingMs({ total, done }: Progress, since: string, now: Date): number | undefined {
  const elapsed = now.getTime() - Date.parse(since)
  return done === 0 || elapsed <= 0 ? undefined : (elapsed / done) * (total - done)
}
