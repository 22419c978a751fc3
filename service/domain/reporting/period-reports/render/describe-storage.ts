import type { StorageSection } from '../period-report.ts'
import type { DayChart, ReportSection } from '../../../../../shared/reports/report-document.ts'
import type { ReportFormats } from './report-formats.ts'
import type { SectionContext } from './section-context.ts'

export function describeStorage(storage: StorageSection, { formats }: SectionContext): ReportSection {
  return {
    name: 'storage',
    title: formats.text('storage'),
    sentences: writeSummary(storage, formats),
    chart: drawStorage(storage, formats),
    tables: [],
  }
}

function writeSummary(
  { days, originalBytes, forecastBytes }: StorageSection,
  { text, bytes, day }: ReportFormats,
): string[] {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return [text('storage_none')]
  const sentences = [text('storage_size', { stored: bytes(last.storedBytes), original: bytes(originalBytes) })]
  if (first !== last) {
    const growth = last.storedBytes - first.storedBytes
    const key = growth === 0 ? 'storage_same' : growth > 0 ? 'storage_more' : 'storage_less'
    sentences.push(text(key, { bytes: bytes(Math.abs(growth)), day: day(first.day) }))
  }
  if (forecastBytes !== null) sentences.push(text('storage_forecast', { bytes: bytes(forecastBytes) }))
  return sentences
}

/** Null with fewer than two days. */
function drawStorage({ days }: StorageSection, { text, bytes, day, labelled }: ReportFormats): DayChart | null {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last || first === last) return null
  const top = niceLimit(Math.max(...days.map(({ storedBytes }) => storedBytes)))
  return {
    shape: 'area',
    alt: text('storage_chart', {
      first: bytes(first.storedBytes),
      from: day(first.day),
      last: bytes(last.storedBytes),
      to: day(last.day),
    }),
    days: days.map(({ day: of, storedBytes }) => ({
      value: storedBytes,
      text: labelled(day(of), bytes(storedBytes)),
      tone: 'neutral',
    })),
    bottom: { value: 0, text: bytes(0) },
    top: { value: top, text: bytes(top) },
  }
}

/** Returns 1, 2, 5, 10, 20, 50 … 1000 of the largest unit that `bytes` reach, whichever is the least above them. */
function niceLimit(bytes: number): number {
  const unit = 1024 ** Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 1024]
  return unit * (steps.find((step) => step * unit >= bytes) ?? 1024)
}
