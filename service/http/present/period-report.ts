import type { components } from '../../../shared/contract/api-types.ts'
import type { PeriodReport } from '../../domain/reporting/period-reports/period-report.ts'

type Schemas = components['schemas']

/** @param readsAudit whether the caller may read who accessed configurations */
export function presentPeriodReport(report: PeriodReport, readsAudit: boolean): Schemas['PeriodReport'] {
  const { period, from, to, timeZone, computedAt, isLive, customer, failures, storage } = report
  return {
    ...{ period, from, to, time_zone: timeZone, computed_at: computedAt, live: isLive, customer },
    coverage: presentCoverage(report.coverage),
    failures: { causes: failures.causes, runs: failures.runs, failed_runs: failures.failedRuns },
    changes: presentChanges(report.changes),
    storage: {
      days: storage.days.map(({ day, storedBytes }) => ({ day, stored_bytes: storedBytes })),
      original_bytes: storage.originalBytes,
      forecast_bytes: storage.forecastBytes,
    },
    restores: report.restores,
    access: readsAudit ? presentAccess(report.access) : null,
  }
}

function presentCoverage({
  days,
  missingDays,
  customers,
  exceptions,
  totalExceptions,
}: PeriodReport['coverage']): Schemas['PeriodCoverage'] {
  return {
    days,
    missing_days: missingDays,
    customers,
    exceptions: exceptions.map(({ lastSuccessAt, ...exception }) => ({
      ...exception,
      last_success_at: lastSuccessAt,
    })),
    total_exceptions: totalExceptions,
  }
}

function presentChanges({ changes, total, unreviewed }: PeriodReport['changes']): Schemas['PeriodChanges'] {
  return {
    changes: changes.map(({ authorSource, ...change }) => ({ ...change, author_source: authorSource })),
    total,
    unreviewed,
  }
}

function presentAccess({ users, totalUsers }: PeriodReport['access']): Schemas['PeriodAccess'] {
  return { users: users.map(({ lastAt, ...user }) => ({ ...user, last_at: lastAt })), total_users: totalUsers }
}
