import type { Sample } from '../chaos/sampler.ts'

/**
 * Resources of one process in the middle third of the time and in the last third, and its maximum. Medians for memory,
 * which drops at garbage collections and when workers end; minima for descriptors.
 */
export interface Held {
  name: string
  mbBefore: number
  mbAfter: number
  mbMost: number
  descriptorsBefore: number
  descriptorsAfter: number
  descriptorsMost: number
}

/** By name. The first third is the warm-up: caches fill, pools open, the heap reaches its size. */
export function heldBy(samples: Sample[]): Held[] {
  return [...Map.groupBy(samples, ({ name }) => name)].map(([name, own]) => {
    const end = own.at(-1)!.at
    const middle = own.filter(({ at }) => at >= end / 3 && at < (2 * end) / 3)
    const last = own.filter(({ at }) => at >= (2 * end) / 3)
    const least = (list: Sample[]) => Math.min(...list.map(({ descriptors }) => descriptors))
    return {
      name,
      mbBefore: medianMb(middle),
      mbAfter: medianMb(last),
      mbMost: Math.max(...own.map(({ mb }) => mb)),
      descriptorsBefore: least(middle),
      descriptorsAfter: least(last),
      descriptorsMost: Math.max(...own.map(({ descriptors }) => descriptors)),
    }
  })
}

function medianMb(samples: Sample[]): number {
  const sorted = samples.map(({ mb }) => mb).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** A shorter run is only the warm-up. */
export const minSeconds = 150

/** Describes what has grown although the load was constant. */
export function findGrowth(samples: Sample[]): string[] {
  if ((samples.at(-1)?.at ?? 0) < minSeconds) return []
  const restarted = [...Map.groupBy(samples, ({ name }) => name)].filter(([, own]) =>
    own.some(({ pid }) => pid !== own[0]!.pid),
  )
  const grown = heldBy(samples).flatMap((held) => {
    const { name, mbBefore, mbAfter, descriptorsBefore, descriptorsAfter } = held
    const inMemory = mbAfter > mbBefore * 1.15 + 15
    const inDescriptors = descriptorsAfter > descriptorsBefore * 1.1 + 20 // connections stay open for some time
    return [
      ...(inMemory ? [`the memory of ${name} went from ${Math.round(mbBefore)} to ${Math.round(mbAfter)} MB`] : []),
      ...(inDescriptors ? [`the descriptors of ${name} went from ${descriptorsBefore} to ${descriptorsAfter}`] : []),
    ]
  })
  return [...restarted.map(([name]) => `${name} did not live through it`), ...grown]
}
