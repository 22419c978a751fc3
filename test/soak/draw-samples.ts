import type { Sample } from '../chaos/sampler.ts'

const width = 860
const panel = { left: 62, right: 150, height: 190, gap: 56, top: 34 }
const colours = ['#2f6db5', '#c2571a', '#3a8f5c', '#8a4fa3', '#b03a5b', '#5f6b7a']

interface Panel {
  title: string
  unit: string
  of: (sample: Sample) => number
}

const panels: Panel[] = [
  { title: 'Resident memory', unit: 'MB', of: ({ mb }) => mb },
  { title: 'Open files and connections', unit: '', of: ({ descriptors }) => descriptors },
]

/** Draws the memory and descriptors of each process over time, as an SVG for light and dark themes. */
export function drawSamples(samples: Sample[]): string {
  const byName = [...Map.groupBy(samples, ({ name }) => name)]
  const end = Math.max(1, ...samples.map(({ at }) => at))
  const height = panel.top + panels.length * (panel.height + panel.gap)
  const drawn = panels.map((one, at) => drawPanel(one, panel.top + at * (panel.height + panel.gap), byName, end))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#ffffff"/>
${drawn.join('\n')}
</svg>
`
}

function drawPanel({ title, unit, of }: Panel, top: number, byName: [string, Sample[]][], end: number): string {
  const most = niceAbove(Math.max(1, ...byName.flatMap(([, own]) => own.map(of))))
  const right = width - panel.right
  const x = (seconds: number) => panel.left + (seconds / end) * (right - panel.left)
  const y = (value: number) => top + panel.height - (value / most) * panel.height
  const parts = [`<text x="${panel.left}" y="${top - 12}" font-weight="600" fill="#20262e">${title}</text>`]
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const at = y(share * most)
    parts.push(`<line x1="${panel.left}" x2="${right}" y1="${at}" y2="${at}" stroke="#e3e7ec"/>`)
    const label = `${Math.round(share * most)}${unit && ` ${unit}`}`
    parts.push(`<text x="${panel.left - 8}" y="${at + 4}" text-anchor="end" fill="#5b6570">${label}</text>`)
  }
  const step = niceStep(end)
  for (let seconds = 0; seconds <= end; seconds += step) {
    const label = step < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
    const place = `x="${x(seconds)}" y="${top + panel.height + 18}"`
    parts.push(`<text ${place} text-anchor="middle" fill="#5b6570">${label}</text>`)
  }
  for (const [at, [name, own]] of byName.entries()) {
    const colour = colours[at % colours.length]!
    const points = thinned(own).map((sample) => `${x(sample.at).toFixed(1)},${y(of(sample)).toFixed(1)}`)
    parts.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.6"/>`)
    const row = top + 12 + at * 20
    parts.push(`<rect x="${right + 14}" y="${row - 9}" width="12" height="4" fill="${colour}"/>`)
    parts.push(`<text x="${right + 32}" y="${row - 3}" fill="#20262e">${name}</text>`)
  }
  return parts.join('\n')
}

/** Returns as many points as are visible. */
function thinned(samples: Sample[]): Sample[] {
  const every = Math.ceil(samples.length / 400)
  return samples.filter((_, at) => at % every === 0 || at === samples.length - 1)
}

function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 5, 8, 10].map((factor) => factor * power).find((nice) => nice >= value) ?? value
}

function niceStep(seconds: number): number {
  return [5, 10, 30, 60, 120, 300, 600, 1_800, 3_600].find((step) => seconds / step <= 10) ?? 7_200
}
