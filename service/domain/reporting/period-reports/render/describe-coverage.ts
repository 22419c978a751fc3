import { isReportTextKey } from '../../../../../shared/reports/render-report-text.ts'
import { type ExceptionReason, coverageOf } from '../../daily-report/daily-report.ts'
import type { CoverageSection } from '../period-report.ts'
import { buildTable } from './build-table.ts'
import type {
  DayChart,
  ReportDocument,
  ReportSection,
  ReportTable,
  Tone,
} from '../../../../../shared/reports/report-document.ts'
import type { ReportFormats } from './report-formats.ts'
import type { SectionContext } from './section-context.ts'

/** Returns the coverage on the last day with a daily report, and how it changed in the period. */
export function describeHeadline(coverage: CoverageSection, formats: ReportFormats): ReportDocument['headline'] {
  const { text, percent, longDay } = formats
  const last = coverage.days.at(-1)
  if (!last) {
    return {
      label: text('coverage'),
      figure: null,
      tone: 'warning',
      sentence: text('coverage_unknown'),
      trend: null,
    }
  }
  const value = coverageOf(last)
  return {
    label: text('coverage_on', { day: longDay(last.day) }),
    figure: value === null ? null : percent(value),
    tone: toneOf(value),
    sentence: writeCoverage(last, formats),
    trend: writeTrend(coverage, formats),
  }
}

/** Returns the last day with a daily report if later days have none; null otherwise. */
export function findEarlierDay({ days, missingDays }: CoverageSection): string | null {
  const last = days.at(-1)
  return last && missingDays.some((missed) => missed > last.day) ? last.day : null
}

export function describeCoverage(coverage: CoverageSection, context: SectionContext): ReportSection {
  const { formats, hasCustomers } = context
  const { text, day, days } = formats
  const last = coverage.days.at(-1)
  const sentences = [last ? writeCoverage(last, formats) : text('coverage_unknown')]
  if (last && coverage.missingDays.length > 0) {
    sentences.push(text('missing_days', { n: coverage.missingDays.length, days: days(coverage.missingDays) }))
  }
  const earlier = findEarlierDay(coverage)
  if (earlier !== null) sentences.push(text('latest_day', { day: day(earlier) }))
  return {
    name: 'coverage',
    title: text('coverage'),
    sentences,
    chart: drawCoverage(coverage, formats),
    tables: [
      ...(hasCustomers && coverage.customers.length > 0 ? [listCustomers(coverage, context)] : []),
      ...(last ? [listExceptions(coverage, context)] : []),
    ],
  }
}

function writeCoverage({ devices, covered }: { devices: number; covered: number }, { text }: ReportFormats): string {
  if (devices === 0) return text('coverage_no_devices')
  if (covered >= devices) return text('all_covered', { devices })
  return text('not_covered', { devices, uncovered: devices - covered })
}

function writeTrend({ days }: CoverageSection, { text, day }: ReportFormats): string | null {
  const measured = days.filter(({ devices }) => devices > 0)
  const [first] = measured
  const last = measured.at(-1)
  if (!first || !last || first === last || last !== days.at(-1)) return null
  const points = Math.round(((coverageOf(last) ?? 0) - (coverageOf(first) ?? 0)) * 10) / 10
  if (points === 0) return text('trend_same', { day: day(first.day) })
  return text(points > 0 ? 'trend_up' : 'trend_down', { points: Math.abs(points), day: day(first.day) })
}

/** A chart of the days of the period, also of those without a report; null with fewer than two known days. */
function drawCoverage({ days, missingDays }: CoverageSection, formats: ReportFormats): DayChart | null {
  const { text, percent, day, labelled } = formats
  const known = days
    .map((entry) => ({ day: entry.day, value: coverageOf(entry) }))
    .filter((entry): entry is { day: string; value: number } => entry.value !== null)
  const [first] = known
  const last = known.at(-1)
  if (!first || !last || first === last) return null
  const lowest = known.reduce((least, entry) => (entry.value < least.value ? entry : least))
  const bottom = Math.max(0, Math.floor((lowest.value - 1) / 10) * 10)
  const missing = missingDays.map((missed) => ({ day: missed, value: null }))
  const unknown = days.filter(({ devices }) => devices === 0).map((entry) => ({ day: entry.day, value: null }))
  const all = [...known, ...missing, ...unknown].sort((one, other) => (one.day < other.day ? -1 : 1))
  return {
    shape: 'line',
    alt: text('coverage_chart', {
      first: percent(first.value),
      from: day(first.day),
      last: percent(last.value),
      to: day(last.day),
      lowest: percent(lowest.value),
      lowest_day: day(lowest.day),
    }),
    days: all.map(({ day: of, value }) => ({
      value,
      text: labelled(day(of), value === null ? '–' : percent(value)),
      tone: toneOf(value),
    })),
    bottom: { value: bottom, text: percent(bottom) },
    top: { value: 100, text: percent(100) },
  }
}

function listCustomers({ customers }: CoverageSection, context: SectionContext): ReportTable {
  const { text, percent, number, name } = context.formats
  return buildTable(
    customers,
    [
      { title: text('customer'), role: 'main', width: 4, cell: (customer) => name(customer.name) },
      {
        title: text('coverage'),
        role: 'figure',
        width: 2,
        align: 'end',
        cell: (customer) => {
          const value = coverageOf(customer)
          return value === null
            ? { text: text('none') }
            : { text: percent(value), tone: toneOf(value), share: value / 100 }
        },
      },
      {
        title: text('coverage_covered'),
        role: 'detail',
        width: 2,
        align: 'end',
        cell: ({ covered, devices }) => text('coverage_of', { covered, devices }),
      },
      {
        title: text('coverage_exceptions'),
        role: 'figure',
        width: 2,
        align: 'end',
        cell: ({ exceptions }) => number(exceptions),
      },
    ],
    context,
    { title: text('customers') },
  )
}

function listExceptions({ exceptions, totalExceptions }: CoverageSection, context: SectionContext): ReportTable {
  const { text, time, name } = context.formats
  return buildTable(
    exceptions,
    [
      { title: text('device'), role: 'main', width: 4, cell: ({ device }) => name(device) },
      context.hasCustomers
        ? { title: text('customer'), role: 'detail', width: 3, cell: ({ customer }) => name(customer) }
        : null,
      {
        title: text('exception_reason'),
        role: 'detail',
        width: 3,
        cell: ({ reasons }) => ({
          text: reasons.map((reason) => writeReason(reason, context.formats)).join(', '),
          tone: reasons.some((reason) => severeReasons.includes(reason)) ? 'bad' : 'warning',
        }),
      },
      {
        title: text('exception_success'),
        role: 'figure',
        width: 3,
        cell: ({ lastSuccessAt }) => (lastSuccessAt === null ? text('never') : time(lastSuccessAt)),
      },
    ],
    context,
    {
      title: text('exceptions'),
      sentence: totalExceptions === 0 ? text('exceptions_none') : text('exceptions_some', { n: totalExceptions }),
      total: totalExceptions,
    },
  )
}

const severeReasons: readonly string[] = ['damaged', 'blocked', 'failed', 'never'] satisfies ExceptionReason[]

function writeReason(reason: string, { text }: ReportFormats): string {
  const key = `reason_${reason}`
  return isReportTextKey(key) ? text(key) : reason
}

function toneOf(coverage: number | null): Tone {
  if (coverage === null) return 'neutral'
  if (coverage === 100) return 'good'
  return coverage >= 90 ? 'warning' : 'bad'
}
