import type { Metric, MetricSample } from './exposition.ts'

/** Combines the metrics of a replica's processes, so that Prometheus sees one process. */
export function combineMetrics(ofProcesses: Metric[][]): Metric[] {
  const combined = new Map<string, Metric>()
  for (const metric of ofProcesses.flat()) {
    const known = combined.get(metric.name)
    combined.set(metric.name, known ? { ...known, samples: combineSamples(known, metric) } : metric)
  }
  return [...combined.values()]
}

function combineSamples({ samples: known, ofReplica }: Metric, { samples: added }: Metric): MetricSample[] {
  const combined = new Map(known.map((sample) => [seriesOf(sample), sample]))
  for (const sample of added) {
    const other = combined.get(seriesOf(sample))
    const value = other ? combineValues[ofReplica ?? 'sum'](other.value, sample.value) : sample.value
    combined.set(seriesOf(sample), { ...sample, value })
  }
  return [...combined.values()]
}

const combineValues = {
  sum: (one: number, other: number) => one + other,
  least: Math.min,
  most: Math.max,
}

function seriesOf({ suffix = '', labels = {} }: MetricSample): string {
  return JSON.stringify([suffix, Object.entries(labels).sort()])
}
