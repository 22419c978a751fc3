/** One value with its labels. */
export interface MetricSample {
  /** Suffix of the metric's name: `_bucket`, `_sum` or `_count` of a histogram. */
  suffix?: string
  labels?: Record<string, string>
  value: number
}

export interface Metric {
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  samples: MetricSample[]
  /** How the values of several processes are combined for their replica; default: their sum. */
  ofReplica?: 'least' | 'most'
}

/** Writes Prometheus' text format 0.0.4 (prometheus.io, "Exposition formats"). Metrics without samples are omitted. */
export function writeExposition(metrics: Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}\n`,
      )
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
