import { computed } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi, useMay } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import type { Counted, Waiting } from './waiting.ts'

const dayMs = 86_400_000
/** Number of devices that the card of exceptions shows. */
export const maxExceptions = 8
/** Counting limit; larger numbers are shown as "more". */
const maxCounted = 100

/**
 * The overview. Each part is read separately, so that a failure affects only that part, and updated by events. Changes,
 * whose reads are audited, are updated only when a version is written.
 */
export function useOverview() {
  const api = useApi()
  const may = useMay()
  const customers = useTenants()
  const tenant = () => customers.tenant
  const query = () => ({ tenant: customers.tenant })
  const mayReadChanges = computed(() => may('config:read'))

  const report = useLatest(
    tenant,
    async (signal) => {
      const shown = { ...query(), live: true, listed: maxExceptions }
      const { data } = await api.GET('/api/reports/daily', { params: { query: shown }, signal })
      return data
    },
    { cacheAs: 'overview report' },
  )
  const waitingRead = useLatest(
    tenant,
    async (signal) => {
      const limit = { limit: maxCounted }
      const [fingerprints, addresses, restores] = await Promise.all([
        api.GET('/api/trust/fingerprints', {
          params: { query: { ...query(), pending_only: true, ...limit } },
          signal,
        }),
        api.GET('/api/trust/addresses', { params: { query: { ...query(), pending_only: true, ...limit } }, signal }),
        api.GET('/api/runs', {
          params: { query: { ...query(), status: 'awaiting_confirmation', kind: 'restore', ...limit } },
          signal,
        }),
      ])
      return { fingerprints: counted(fingerprints), addresses: counted(addresses), restores: counted(restores) }
    },
    { cacheAs: 'overview waiting' },
  )
  const changes = useLatest(
    tenant,
    async (signal) => {
      const since = new Date(Date.now() - dayMs).toISOString()
      const [ofDay, unreviewed] = await Promise.all([
        api.GET('/api/changes', { params: { query: { ...query(), since, limit: maxCounted } }, signal }),
        api.GET('/api/changes', { params: { query: { ...query(), reviewed: false, limit: maxCounted } }, signal }),
      ])
      return { ofDay: pageOf(ofDay), unreviewed: counted(unreviewed) }
    },
    { when: mayReadChanges },
  )
  const storage = useLatest(
    tenant,
    async (signal) => {
      const { data } = await api.GET('/api/storage/usage', { params: { query: query() }, signal })
      return data
    },
    { cacheAs: 'storage usage' },
  )

  const waiting = computed<Waiting>(() => ({
    restores: waitingRead.data.value?.restores ?? null,
    fingerprints: waitingRead.data.value?.fingerprints ?? null,
    addresses: waitingRead.data.value?.addresses ?? null,
    noAgent: report.data.value?.summary.without_agent ?? null,
    unscheduled: report.data.value?.summary.unscheduled ?? null,
    suspicious: report.data.value?.summary.suspicious_versions ?? null,
    unreviewed: changes.data.value?.unreviewed ?? null,
    notCompared: report.data.value?.summary.hosts_not_compared ?? null,
    drifted: report.data.value?.summary.drifted ?? null,
  }))

  useLiveRefresh(
    ['run.changed', 'run.failed', 'run.partial', 'run.blocked', 'device.recovered', 'device.stale', 'agent.online', 'agent.offline', 'agent.cloned', 'agent.rewound', 'agent.lab_mode', 'version.suspicious', 'integrity.damaged', 'integrity.healed'], // prettier-ignore
    report.again,
    { settleMs: 5_000 },
  )
  useLiveRefresh(
    ['fingerprint.pending', 'fingerprint.changed', 'device.address_changed', 'restore.state'],
    waitingRead.again,
  )
  useLiveRefresh(['version.written', 'version.suspicious'], changes.again, { settleMs: 10_000 })
  useLiveRefresh(['storage.low', 'storage.enough'], storage.again)

  return { report, waiting, waitingRead, changes, mayReadChanges, storage }
}

function counted(answer: { data?: unknown[]; response: Response }): Counted {
  const { rows, next } = pageOf(answer)
  return { count: rows.length, more: next !== undefined }
}
