/** One value of Prometheus' text format 0.0.4 (prometheus.io, "Exposition formats") with its metadata. */
export interface MetricLine {
  name: string
  /** For example `customer=acme, state=failed`. */
  labels: string
  value: number
  help: string
}

const sample = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/

/** Parses an exposition; unknown lines are skipped. */
export function readMetrics(text: string): MetricLine[] {
  const helps = new Map<string, string>()
  const lines: MetricLine[] = []
  for (const line of text.split('\n')) {
    const help = /^# HELP (\S+) (.*)$/.exec(line)
    if (help) helps.set(help[1] ?? '', help[2] ?? '')
    const [, name, labels = '', value] = line.startsWith('#') ? [] : (sample.exec(line) ?? [])
    if (name === undefined) continue
    const metric = name.replace(/_(bucket|sum|count)$/, '')
    lines.push({
      name,
      labels: labelsOf(labels),
      value: Number(value?.replace(/^\+?Inf$/, 'Infinity')),
      help: helps.get(name) ?? helps.get(metric) ?? '',
    })
  }
  return lines
}

/** Returns the value of the metric's first sample with these labels. */
export function metricOf(lines: readonly MetricLine[], name: string, labels = ''): number | undefined {
  return lines.find((line) => line.name === name && line.labels.includes(labels))?.value
}

/** Returns the metrics that contain every typed word in name, labels or help. */
export function findMetrics(lines: readonly MetricLine[], typed: string): MetricLine[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter(({ name, labels, help }) => {
    const said = `${name} ${labels} ${help}`.toLowerCase()
    return wanted.every((word) => said.includes(word))
  })
}

function labelsOf(text: string): string {
  const pairs = [...text.matchAll(/([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g)]
  return pairs.map(([, name, value = '']) => `${name}=${plain(value)}`).join(', ')
}

function plain(value: string): string {
  return value.replace(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign))
}
