import type { Locale } from '../../../../../shared/messages/create-renderer.ts'
import type { PeriodReport } from '../period-report.ts'
import { describeAccess } from './describe-access.ts'
import { describeChanges } from './describe-changes.ts'
import { describeCoverage, describeHeadline, findEarlierDay } from './describe-coverage.ts'
import { describeFailures, writeCause } from './describe-failures.ts'
import { describeRestores } from './describe-restores.ts'
import { describeStorage } from './describe-storage.ts'
import type { ReportDocument, ReportSection } from '../../../../../shared/reports/report-document.ts'
import { type ReportFormats, createReportFormats } from './report-formats.ts'
import { type ReportSectionName, reportSectionNames } from './report-options.ts'
import type { SectionContext } from './section-context.ts'

const describers: Record<ReportSectionName, (report: PeriodReport, context: SectionContext) => ReportSection> = {
  coverage: (report, context) => describeCoverage(report.coverage, context),
  failures: (report, context) => describeFailures(report.failures, context),
  changes: (report, context) => describeChanges(report.changes, context),
  storage: (report, context) => describeStorage(report.storage, context),
  restores: (report, context) => describeRestores(report.restores, context),
  access: (report, context) => describeAccess(report.access, context),
}

/**
 * Returns the content of a report in a language, the most important first.
 * @param options `sections`: which sections it has; `maxRows`: the largest number of rows of a table
 */
export function describeReport(
  report: PeriodReport,
  options: { locale: Locale; sections: readonly ReportSectionName[]; maxRows: number },
): ReportDocument {
  const formats = createReportFormats(options.locale, report.timeZone)
  const context = { formats, hasCustomers: report.customer === null, maxRows: options.maxRows }
  const period = formats.period(report.from, report.to)
  const sections = reportSectionNames.filter((name) => options.sections.includes(name))
  return {
    title: formats.text(`title_${report.period}`),
    customer: report.customer ? formats.name(report.customer.name) : formats.text('all_customers'),
    period: report.isLive ? formats.text('period_live', { period }) : period,
    headline: sections.includes('coverage') ? describeHeadline(report.coverage, formats) : null,
    attention: describeAttention(report, sections, formats),
    sections: sections.map((name) => describers[name](report, context)),
    footer: formats.text('footer', { at: formats.time(report.computedAt), zone: report.timeZone }),
  }
}

/** Sections whose content can need attention. */
const watched: readonly ReportSectionName[] = ['coverage', 'failures', 'changes', 'restores']

function describeAttention(
  report: PeriodReport,
  sections: readonly ReportSectionName[],
  formats: ReportFormats,
): ReportDocument['attention'] {
  const sentences = sections.flatMap((name) => listAttention(name, report, formats))
  const isKnown = report.coverage.days.length > 0
  const isWatched = sections.some((name) => watched.includes(name))
  return sentences.length > 0 || (isKnown && isWatched) ? sentences : null
}

const maxNames = 3
const maxNameLength = 60

function listAttention(section: ReportSectionName, report: PeriodReport, formats: ReportFormats): string[] {
  const { text, list, name, days } = formats
  const { coverage, failures, changes, restores } = report
  const sentences: string[] = []
  if (section === 'coverage' && coverage.totalExceptions > 0) {
    const named = coverage.exceptions.slice(0, maxNames).map(({ device }) => name(device, maxNameLength))
    const others = coverage.totalExceptions - named.length
    const names = list(others > 0 ? [...named, text('and_more', { n: others })] : named)
    const earlier = findEarlierDay(coverage)
    const n = coverage.totalExceptions
    sentences.push(
      earlier === null
        ? text('attention_devices', { n, names })
        : text('attention_devices_on', { n, names, day: formats.day(earlier) }),
    )
  }
  if (section === 'coverage' && coverage.missingDays.length > 0) {
    sentences.push(text('missing_days', { n: coverage.missingDays.length, days: days(coverage.missingDays) }))
  }
  if (section === 'failures' && failures.failedRuns > 0 && failures.causes[0]) {
    const cause = writeCause(failures.causes[0].cause, formats)
    sentences.push(text('attention_failures', { failed: failures.failedRuns, runs: failures.runs, cause }))
  }
  if (section === 'changes' && changes.unreviewed > 0) {
    sentences.push(text('attention_changes', { n: changes.unreviewed }))
  }
  if (section === 'restores' && restores.failed > 0) sentences.push(text('attention_restores', { n: restores.failed }))
  return sentences
}
