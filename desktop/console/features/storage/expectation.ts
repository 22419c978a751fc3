import type { components } from '../../../../shared/contract/api-types.ts'
import type { TimePoint } from '../../ui/time-chart.ts'

type Schemas = components['schemas']

const dayMs = 86_400_000
/** Weeks of the forecast, so that the line has a few points. */
const stepMs = 7 * dayMs

/**
 * Returns the expected storage, by week from the last sample, for as long as the samples reach back; empty if the
 * growth is unknown.
 * @param measured in chronological order
 */
export function expectationOf(
  measured: readonly TimePoint[],
  { growth_per_day }: Pick<Schemas['StorageUsage'], 'growth_per_day'>,
): TimePoint[] {
  const [first, last] = [measured[0], measured.at(-1)]
  if (growth_per_day === null || !first || !last) return []
  const span = Math.max(last.at.getTime() - first.at.getTime(), 2 * stepMs)
  return Array.from({ length: Math.ceil(span / stepMs / 2) }, (_, place) => {
    const laterMs = (place + 1) * stepMs
    return {
      at: new Date(last.at.getTime() + laterMs),
      value: Math.max(0, last.value + (growth_per_day * laterMs) / dayMs),
    }
  })
}

export function pointsOf(samples: readonly Schemas['StorageSample'][]): TimePoint[] {
  return samples.map(({ sampled_at, stored }) => ({ at: new Date(sampled_at), value: stored }))
}
