import type { RunsOfDevice } from '../../domain/reporting/monitoring/read-device-runs.ts'
import type { Metric } from './exposition.ts'

/** Metrics of each device: its last success, its last run and its drift. `omitted`: devices beyond the maximum. */
export function deviceMetrics({ devices, omitted }: { devices: readonly RunsOfDevice[]; omitted: number }): Metric[] {
  const each = (name: string, help: string, value: (device: RunsOfDevice) => number | null): Metric => ({
    name: `coffer_device_${name}`,
    help,
    type: 'gauge',
    samples: devices.flatMap((of) => {
      const found = value(of)
      const { customer, device, site, platform } = of
      return found === null ? [] : [{ labels: { customer, device, site, platform }, value: found }]
    }),
  })
  return [
    each('last_success_age_seconds', 'Time since the last successful backup.', (of) => of.successAgeSeconds),
    each(
      'last_outcome',
      'The last run: 0 unchanged, 1 changed, 2 partial, 3 blocked, 4 failed.',
      ({ lastOutcome }) => lastOutcome && outcomeCodes[lastOutcome],
    ),
    each('last_run_duration_seconds', 'From the start of the last run to its end.', (of) => of.durationSeconds),
    each('drifted', 'Whether a configuration differs from its pinned version.', ({ isDrifted }) =>
      isDrifted === null ? null : Number(isDrifted),
    ),
    {
      name: 'coffer_device_metrics_omitted',
      help: 'Devices without series of their own, because BKP_METRICS_DEVICES is lower than their number.',
      type: 'gauge',
      samples: [{ value: omitted }],
    },
  ]
}

/** Codes are public: alerts compare them. */
const outcomeCodes: Record<NonNullable<RunsOfDevice['lastOutcome']>, number> = {
  unchanged: 0,
  changed: 1,
  partial: 2,
  blocked: 3,
  failed: 4,
}
