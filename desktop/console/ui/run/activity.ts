import { shallowRef } from 'vue'
import type { Run } from './run-state.ts'

/** The runs that this window started and that are followed together. */
export interface Activity {
  ids: ReadonlySet<string>
  /** When the first of them was queued, RFC 3339. */
  since: string
  /** Undefined for runs of several customers. */
  tenant: string | undefined
  /** Of a single run, to link to it. */
  runId: string | undefined
}

/** Undefined until a run is started, and after the user closed it. */
export const activity = shallowRef<Activity>()

/** Whether all of them have ended: runs that are started then replace them. */
export const isActivityOver = shallowRef(false)

/** Adds started runs to what the header shows. */
export function followRuns(runs: readonly Pick<Run, 'id' | 'queued_at' | 'tenant_id'>[]): void {
  const [first] = runs
  if (!first) return
  const former = isActivityOver.value ? undefined : activity.value
  isActivityOver.value = false
  const ids = new Set([...(former?.ids ?? []), ...runs.map(({ id }) => id)])
  const times = [...runs.map(({ queued_at: at }) => at), ...(former ? [former.since] : [])]
  const since = times.reduce((earliest, at) => (at < earliest ? at : earliest))
  const tenants = new Set([...runs.map(({ tenant_id: of }) => of), ...(former ? [former.tenant] : [])])
  const tenant = tenants.size === 1 ? first.tenant_id : undefined
  activity.value = { ids, since, tenant, runId: ids.size === 1 ? first.id : undefined }
}

/** Numbers of followed runs. */
export interface Progress {
  total: number
  done: number
  failed: number
}

/**
 * Returns the progress of an activity.
 * @param open runs that have not ended, also of others; `failed` likewise
 */
export function progressOf(
  { ids }: Pick<Activity, 'ids'>,
  open: readonly { id: string }[],
  failed: readonly { id: string }[],
): Progress {
  const own = (runs: readonly { id: string }[]) => runs.filter(({ id }) => ids.has(id))
  const left = new Set(own(open).map(({ id }) => id))
  return {
    total: ids.size,
    done: ids.size - left.size,
    failed: own(failed).filter(({ id }) => !left.has(id)).length,
  }
}
