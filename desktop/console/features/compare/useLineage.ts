import { computed, type Ref, ref, shallowRef, watch } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { continued } from '../../client/continued.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi, useMay } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useLoadMore } from '../../ui/useLoadMore.ts'
import { type Wanted, isMissing } from './sides.ts'

export type Version = components['schemas']['Version']
export type Artifact = components['schemas']['Artifact']
export type Device = components['schemas']['Device']

/**
 * A device, its lineages and the versions of one lineage, the latest first: up to 1,000, and as many more on request.
 * If a version is named, versions are loaded up to it.
 * @param wanted `artifact` is the lineage's id; with only a device it is the lineage of its latest text
 */
export function useLineage(wanted: () => { device?: string; artifact?: string } & Wanted) {
  const api = useApi()
  const deviceId = ref<string>()
  const next = ref<string>()
  const versions = shallowRef<Version[]>([])
  const loadedOf = ref<string>()

  const { device, restores } = useLineageDevice(deviceId)

  const artifactId = computed(() => {
    const { artifact } = wanted()
    if (artifact) return artifact
    return device.data.value?.record.id === wanted().device ? usual(device.data.value?.lineages ?? [])?.id : undefined
  })

  const list = useLatest(
    artifactId,
    async (signal) => {
      const id = artifactId.value!
      const known = loadedOf.value === id ? { rows: versions.value, next: next.value } : undefined
      let page = continued(await readPage(id, undefined, signal), known)
      while (page.next !== undefined && isMissing(page.rows, wanted())) {
        const following = await readPage(id, page.next, signal)
        page = { rows: page.rows.concat(following.rows), next: following.next }
      }
      signal.throwIfAborted()
      older.stop()
      versions.value = page.rows
      next.value = page.next
      loadedOf.value = id
      deviceId.value = page.rows[0]?.device_id ?? deviceId.value
    },
    { when: () => artifactId.value !== undefined },
  )

  watch(
    () => [wanted().device, wanted().artifact],
    ([id, artifact]) => {
      if (id || !artifact) deviceId.value = id
    },
    { immediate: true },
  )

  function readPage(artifact_id: string, cursor: string | undefined, signal?: AbortSignal) {
    return api
      .GET('/api/artifacts/{artifact_id}/versions', {
        params: { path: { artifact_id }, query: { limit: 1_000, cursor } },
        signal,
      })
      .then(pageOf)
  }

  const older = useLoadMore(artifactId, async (signal) => {
    if (next.value === undefined || !artifactId.value || loadedOf.value !== artifactId.value) return
    const page = await readPage(artifactId.value, next.value, signal)
    if (signal.aborted) return
    versions.value = [...versions.value, ...page.rows]
    next.value = page.next
  })

  /** Loads more if the address names an older version. */
  watch(
    () => loadedOf.value === artifactId.value && next.value !== undefined && isMissing(versions.value, wanted()),
    (isFurther) => {
      if (isFurther) void list.again()
    },
  )

  /** Reads markers and new versions again. */
  async function again() {
    await Promise.all([list.again(), device.again()])
  }

  useLiveRefresh(['version.written', 'restore.state'], again, {
    about: (event) => event.device?.id === deviceId.value,
  })
  const loaded = computed(() => (deviceId.value === undefined ? undefined : device.data.value))
  return {
    device: computed(() => loaded.value?.record),
    lineages: computed(() => loaded.value?.lineages ?? []),
    lineage: computed(() => loaded.value?.lineages.find(({ id }) => id === artifactId.value)),
    artifactId,
    versions: computed(() => (loadedOf.value === artifactId.value ? versions.value : [])),
    restored: computed(() => restores.data.value ?? new Set<string>()),
    hasMore: computed(() => next.value !== undefined),
    more: older.more,
    loading: computed(() => list.loading.value || device.loading.value),
    ready: computed(
      () => device.data.value !== undefined && (artifactId.value === undefined || loadedOf.value === artifactId.value),
    ),
    failure: computed(() => list.failure.value ?? device.failure.value ?? older.failure.value),
    again,
  }
}

/** Reads a device, its lineages, and the restored versions for their markers. */
function useLineageDevice(deviceId: Ref<string | undefined>) {
  const api = useApi()
  const may = useMay()
  const device = useLatest(
    deviceId,
    async (signal) => {
      const path = { device_id: deviceId.value! }
      const [{ data: record }, { data: lineages }] = await Promise.all([
        api.GET('/api/devices/{device_id}', { params: { path }, signal }),
        api.GET('/api/devices/{device_id}/artifacts', { params: { path }, signal }),
      ])
      return { record: record!, lineages: lineages! }
    },
    { when: () => deviceId.value !== undefined },
  )
  const restores = useLatest(
    deviceId,
    async (signal) => {
      const query = { device_id: deviceId.value, kind: 'restore', limit: 200 } as const
      const { data } = await api.GET('/api/runs', { params: { query }, signal })
      return new Set(
        data!.flatMap(({ restore, status }) => (restore && status === 'succeeded' ? [restore.version_id] : [])),
      )
    },
    { when: () => deviceId.value !== undefined && may('report:read') },
  )
  return { device, restores }
}

/** Returns the default lineage of a device: a running configuration, otherwise the text that changed last. */
function usual(lineages: Artifact[]): Artifact | undefined {
  const texts = lineages.filter(({ kind }) => kind === 'text')
  const byDate = texts.toSorted((a, b) => (b.latest_captured_at ?? '').localeCompare(a.latest_captured_at ?? ''))
  return (
    byDate.find(({ key }) => /^(running-config|config|configuration|full-config)/.test(key)) ?? byDate[0] ?? lineages[0]
  )
}
