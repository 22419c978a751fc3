import type { components } from '../../../../shared/contract/api-types.ts'
import type { TimePoint } from '../../ui/time-chart.ts'

type Schemas = components['schemas']

const dayMs = 86_400_000
/** Weeks ahead, so that the line has a few points to stop at. */
const stepMs = 7 * dayMs

/**
 * What the store is expected to hold if it goes on as it does, week by week from the last sample on, for as long as samples
 * go back; empty where the growth is not known.
 * @param measured in order of time
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
