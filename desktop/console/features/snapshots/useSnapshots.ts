import { computed, ref, shallowRef, watch } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { continued } from '../../client/continued.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useLoadMore } from '../../ui/useLoadMore.ts'

export type Snapshot = components['schemas']['Snapshot']

/**
 * A device and its snapshots, the latest first: up to 500, and as many more on request.
 * @param wanted snapshots or a lineage in the address: snapshots are loaded up to these
 */
export function useSnapshots(
  deviceId: () => string | undefined,
  wanted: () => { ids: string[]; artifact_id?: string },
) {
  const api = useApi()
  const snapshots = shallowRef<Snapshot[]>([])
  const next = ref<string>()
  const loadedOf = ref<string>()

  const { data, failure, loading, again } = useLatest(
    deviceId,
    async (signal) => {
      const path = { device_id: deviceId()! }
      const [{ data: device }, page] = await Promise.all([
        api.GET('/api/devices/{device_id}', { params: { path }, signal }),
        readToWanted(signal),
      ])
      signal.throwIfAborted()
      older.stop()
      snapshots.value = page.rows
      next.value = page.next
      loadedOf.value = path.device_id
      return device!
    },
    { when: () => deviceId() !== undefined },
  )

  async function readToWanted(signal: AbortSignal) {
    const isKnown = loadedOf.value === deviceId()
    let page = continued(await read(undefined, signal), isKnown ? { rows: snapshots.value, next: next.value } : undefined) // prettier-ignore
    while (page.next !== undefined && isMissingIn(page.rows)) {
      const following = await read(page.next, signal)
      page = { rows: page.rows.concat(following.rows), next: following.next }
    }
    return page
  }

  function isMissingIn(rows: readonly Snapshot[]): boolean {
    const { ids, artifact_id } = wanted()
    const isThere = (wantedId: string) => rows.some(({ id }) => id === wantedId)
    if (ids.length > 0) return !ids.every(isThere)
    return artifact_id !== undefined && !rows.some((one) => one.artifact_id === artifact_id)
  }

  function read(cursor: string | undefined, signal?: AbortSignal) {
    const params = { path: { device_id: deviceId()! }, query: { limit: 500, cursor } }
    return api.GET('/api/devices/{device_id}/snapshots', { params, signal }).then(pageOf)
  }

  const older = useLoadMore(deviceId, async (signal) => {
    if (next.value === undefined || loadedOf.value !== deviceId()) return
    const page = await read(next.value, signal)
    if (signal.aborted) return
    snapshots.value = [...snapshots.value, ...page.rows]
    next.value = page.next
  })

  const isMissing = computed(() => loadedOf.value === deviceId() && isMissingIn(snapshots.value))
  /** Loads more if the address names an older one. */
  watch(
    () => isMissing.value && next.value !== undefined,
    (isFurther) => {
      if (isFurther) void again()
    },
  )
  useLiveRefresh(['version.written'], again, { about: (event) => event.device?.id === deviceId() })
  const isCurrent = computed(() => data.value?.id === deviceId())
  return {
    device: computed(() => (isCurrent.value ? data.value : undefined)),
    snapshots: computed(() => (isCurrent.value ? snapshots.value : [])),
    hasMore: computed(() => next.value !== undefined),
    /** Whether the named snapshot or lineage does not exist. */
    isMissing,
    more: older.more,
    failure: computed(() => failure.value ?? older.failure.value),
    loading,
    again,
  }
}
