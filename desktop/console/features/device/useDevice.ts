import { type Ref, computed, watch } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import type { LiveEvent } from '../../client/follow-events.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { allPages, pageOf } from '../../client/paging.ts'
import { useApi, useMay } from '../../client/session.ts'
import { isUnderWay } from '../../ui/run/run-state.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useWhileUnderWay } from '../../ui/useWhileUnderWay.ts'

/** Number of runs that are read; the table shows the first ones. */
const fewRuns = 30
const fewChanges = 5
const maxDoubts = 100

type Device = components['schemas']['Device']

/**
 * A device and its related data, each part read separately and updated by events. Parts that the role must not read are
 * not requested.
 */
export function useDevice(id: () => string) {
  const api = useApi()
  const path = () => ({ path: { device_id: id() } })
  const query = () => ({ query: { device_id: id() } })

  const device = useLatest(
    id,
    async (signal) => (await api.GET('/api/devices/{device_id}', { params: path(), signal })).data,
    { cacheAs: 'device' },
  )
  const known = computed(() => (device.data.value?.id === id() ? device.data.value : undefined))
  const configuration = useDeviceConfiguration(id)
  const { lineages, good, changes, doubts } = configuration
  const runs = useDeviceRuns(id, known)
  const fingerprints = useLatest(
    id,
    async (signal) => (await api.GET('/api/trust/fingerprints', { params: query(), signal })).data ?? [],
    { cacheAs: 'device fingerprints' },
  )
  const policies = useLatest([id, () => known.value?.updated_at], async (signal) => {
    const params = query()
    const [retention, posture, restore, blackouts] = await Promise.all([
      api.GET('/api/retention/effective', { params, signal }),
      api.GET('/api/trust/posture/{level}', { params: { path: { level: 'device' }, ...params }, signal }),
      api.GET('/api/restore/effective', { params, signal }),
      api.GET('/api/blackouts/effective', { params, signal }),
    ])
    return { retention: retention.data, posture: posture.data, restore: restore.data, blackouts: blackouts.data }
  })

  const isAboutIt = (event: LiveEvent) => event.device?.id === id()

  function again() {
    return Promise.all([
      device.again(),
      runs.runs.again(),
      runs.occurrences.again(),
      lineages.again(),
      good.again(),
      policies.again(),
    ])
  }

  useLiveRefresh(
    ['run.changed', 'run.failed', 'run.partial', 'run.blocked', 'device.recovered', 'device.stale', 'restore.state'],
    again,
    { about: isAboutIt },
  )
  const isRunning = computed(() => (runs.runs.data.value?.rows ?? []).some(isUnderWay))
  useWhileUnderWay(() => isRunning.value, runs.runs.again)
  watch(isRunning, (now) => now || void again())
  useLiveRefresh(['fingerprint.pending', 'fingerprint.changed'], fingerprints.again, { about: isAboutIt })
  useLiveRefresh(['version.written'], () => Promise.all([good.again(), changes.again(), doubts.again()]), {
    settleMs: 5_000,
    about: isAboutIt,
  })

  return { device, known, ...configuration, ...runs, fingerprints, policies, names: useDeviceNames(known), again }
}

/** The stored configurations of a device and their last changes. */
function useDeviceConfiguration(id: () => string) {
  const api = useApi()
  const may = useMay()
  const mayReadConfig = computed(() => may('config:read'))
  const when = { when: mayReadConfig }
  const lineages = useLatest(
    id,
    async (signal) => {
      const params = { path: { device_id: id() } }
      return (await api.GET('/api/devices/{device_id}/artifacts', { params, signal })).data ?? []
    },
    { cacheAs: 'device configurations', ...when },
  )
  const good = useLatest(
    id,
    async (signal) => {
      const params = { path: { device_id: id() } }
      return (await api.GET('/api/devices/{device_id}/last-known-good', { params, signal })).data ?? []
    },
    { cacheAs: 'device last known good', ...when },
  )
  const changes = useLatest(
    id,
    async (signal) => {
      const params = { query: { device_id: id(), limit: fewChanges } }
      return (await api.GET('/api/changes', { params, signal })).data ?? []
    },
    when,
  )
  /** Suspicious versions that no user has reviewed. */
  const doubts = useLatest(
    id,
    async (signal) => {
      const params = { query: { device_id: id(), suspicious: true, reviewed: false, limit: maxDoubts } }
      return (await api.GET('/api/changes', { params, signal })).data ?? []
    },
    when,
  )
  return { lineages, good, changes, doubts, mayReadConfig }
}

/** The last runs of a device, and its occurrences. */
function useDeviceRuns(id: () => string, known: Readonly<Ref<Device | undefined>>) {
  const api = useApi()
  const lastRunId = () => known.value?.last_run?.id
  const lastRun = useLatest(
    () => `${lastRunId()} ${known.value?.last_run?.status}`,
    async (signal) => {
      const run_id = lastRunId()
      return run_id && (await api.GET('/api/runs/{run_id}', { params: { path: { run_id } }, signal })).data
    },
    { cacheAs: 'device last run' },
  )
  const runs = useLatest(
    id,
    async (signal) =>
      pageOf(await api.GET('/api/runs', { params: { query: { device_id: id(), limit: fewRuns } }, signal })),
    { cacheAs: 'device runs' },
  )
  /** Recent occurrences without a run of their own. */
  const occurrences = useLatest(
    id,
    async (signal) => {
      const params = { path: { device_id: id() }, query: { limit: 50 } }
      const { data = [] } = await api.GET('/api/devices/{device_id}/occurrences', { params, signal })
      return data.filter(({ outcome }) => outcome !== 'queued')
    },
    { cacheAs: 'device occurrences' },
  )
  return { lastRun, runs, occurrences }
}

/** What a device refers to by id: the platforms, and the agents and credentials of its tenant. */
function useDeviceNames(known: Readonly<Ref<Device | undefined>>) {
  const api = useApi()
  return useLatest(
    () => known.value?.tenant_id,
    async (signal) => {
      const tenant = known.value?.tenant_id
      if (!tenant) return undefined
      const [platforms, agents, credentials] = await Promise.all([
        api.GET('/api/platforms', { signal }),
        allPages((page) => api.GET('/api/agents', { params: { query: { ...page, tenant } }, signal })),
        allPages((page) => api.GET('/api/credentials', { params: { query: { ...page, tenant } }, signal })),
      ])
      return { platforms: platforms.data ?? [], agents, credentials }
    },
    { cacheAs: 'device names' },
  )
}
