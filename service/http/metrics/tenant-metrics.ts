import type { FactsOfDevice } from '../../domain/reporting/monitoring/read-device-facts.ts'
import type { TenantFigures, TaskFigures } from '../../domain/reporting/monitoring/read-figures.ts'
import type { StoredLockCounts } from '../../domain/repository/object-lock/read-lock-counts.ts'
import type { Metric } from './exposition.ts'

/** Metrics of tenants, one series for each. */
export function tenantMetrics(all: TenantFigures[]): Metric[] {
  const each = (name: string, help: string, value: (figures: TenantFigures) => number): Metric => ({
    name: `coffer_${name}`,
    help,
    type: 'gauge',
    samples: all.map((figures) => ({ labels: { customer: figures.slug }, value: value(figures) })),
  })
  const by = (
    name: string,
    help: string,
    label: string,
    values: (figures: TenantFigures) => Record<string, number>,
  ): Metric => ({
    name: `coffer_${name}`,
    help,
    type: 'gauge',
    samples: all.flatMap((figures) =>
      Object.entries(values(figures)).map(([key, value]) => ({
        labels: { customer: figures.slug, [label]: key },
        value,
      })),
    ),
  })
  return [
    by('devices', 'Devices by state.', 'state', ({ states }) => states),
    each('devices_expected', 'Devices that coverage is measured against.', ({ devices }) => devices),
    each('devices_covered', 'Of these, with a success within their tolerance.', ({ covered }) => covered),
    each('devices_unscheduled', 'Devices without a schedule that were never tried.', (one) => one.unscheduled),
    each('versions_suspicious', 'Suspicious versions that are not reviewed.', (one) => one.suspiciousVersions),
    each('hosts_not_compared', 'Fingerprints accepted at first sight.', (one) => one.hostsNotCompared),
    each('fingerprints_pending', 'Fingerprints that wait for a person.', (one) => one.fingerprintsPending),
    by('agents', 'Agents by status.', 'status', ({ agents }) => agents),
    each('agents_lab_mode', 'Agents whose backups match no real device.', (one) => one.agentsInLabMode),
    by('jobs_pending', 'Jobs that wait or run, by status.', 'status', ({ jobsPending }) => jobsPending),
    each('queue_oldest_wait_seconds', 'How long the first in the queue has waited.', (one) => one.oldestWaitSeconds),
    by('jobs_ended_24h', 'Jobs queued in the last day that have ended, by status.', 'status', (one) => one.jobsEnded),
    each('stored_bytes', 'Bytes of packs in the object store.', ({ storedBytes }) => storedBytes),
    each('damaged_packs', 'Packs that the integrity check found damaged.', ({ damagedPacks }) => damagedPacks),
    each('damaged_versions', 'Versions that cannot be read whole.', ({ damagedVersions }) => damagedVersions),
  ]
}

/** The facts of devices as labels, one series for each device. */
export function deviceInfoMetric(devices: readonly FactsOfDevice[]): Metric {
  return {
    name: 'coffer_device_info',
    help: 'Facts of devices in service, always 1.',
    type: 'gauge',
    samples: devices.map(({ osVersion, endOfSupport, ...labels }) => ({
      labels: { ...labels, os_version: osVersion, end_of_support: endOfSupport },
      value: 1,
    })),
  }
}

/** The last counts of object locks, one series for each tenant. */
export function lockMetrics(all: StoredLockCounts[]): Metric[] {
  const each = (name: string, help: string, value: (counts: StoredLockCounts) => number | null): Metric => ({
    name: `coffer_${name}`,
    help,
    type: 'gauge',
    samples: all.flatMap((counts) => {
      const number = value(counts)
      return number === null ? [] : [{ labels: { customer: counts.slug }, value: number }]
    }),
  })
  const seconds = (at: Date) => at.getTime() / 1000
  return [
    each('objects_locked', 'Packs and manifests that are needed and locked.', ({ locked }) => locked),
    each('objects_unlocked', 'Packs and manifests that are needed and not locked.', ({ unlocked }) => unlocked),
    each(
      'object_lock_end_timestamp_seconds',
      'When the first lock of a needed pack or manifest ends.',
      ({ lockedUntil }) => lockedUntil && seconds(lockedUntil),
    ),
    each('object_locks_counted_timestamp_seconds', 'When the object locks were last counted.', ({ countedAt }) =>
      seconds(countedAt),
    ),
  ]
}

/** Metrics of the nightly tasks. */
export function taskMetrics(tasks: TaskFigures[]): Metric[] {
  return [
    {
      name: 'coffer_duty_last_started_timestamp_seconds',
      help: 'When a nightly task last ran, whatever came of it; before its first run, when the installation or customer began.',
      type: 'gauge',
      samples: tasks
        .filter(({ isEveryNight }) => isEveryNight)
        .map(({ kind, lastStartedAt, awaitedSince }) => ({
          labels: { kind },
          value: (lastStartedAt ?? awaitedSince).getTime() / 1000,
        })),
    },
    {
      name: 'coffer_duty_runs_24h',
      help: 'Runs of nightly tasks in the last day by how they ended; stopped are also those under way.',
      type: 'gauge',
      samples: tasks.flatMap(({ kind, ended }) =>
        (['done', 'nothing', 'stopped', 'failed'] as const).map((outcome) => ({
          labels: { kind, outcome },
          value: ended[outcome] ?? 0,
        })),
      ),
    },
  ]
}
