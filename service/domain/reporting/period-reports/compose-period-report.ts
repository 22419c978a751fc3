import type { FailureCode } from '../../../../shared/contract/failures.ts'
import type { ExceptionReason } from '../../../../shared/reports/exception-severity.ts'
import { compareExceptions } from '../../../../shared/reports/exception-severity.ts'
import type { AccessSection, PeriodReport } from './period-report.ts'
import type { PeriodData, TenantFigures } from './period-figures.ts'
import { maxChanges, maxExamples, maxExceptions, maxProofs, maxUsers } from './section-limits.ts'

/** What identifies a report. */
export type PeriodHead = Pick<
  PeriodReport,
  'period' | 'from' | 'to' | 'timeZone' | 'computedAt' | 'isLive' | 'customer'
>

/** Returns a report from the figures of the platform and its tenants. Figures of tenants whose keys were destroyed are absent. */
export function composePeriodReport(head: PeriodHead, { figures, tenants }: PeriodData): PeriodReport {
  const all = [...tenants.values()].toSorted((a, b) => a.slug.localeCompare(b.slug))
  const ofCustomer = <T>(rows: (tenant: TenantFigures) => T[]) =>
    all.flatMap((tenant) => rows(tenant).map((row) => ({ ...row, customer: tenant.name })))
  const rank = ({ device, reasons, lastSuccessAt }: TenantFigures['exceptions'][number]) => {
    return { name: device, reasons: reasons as ExceptionReason[], lastSuccessAt }
  }
  const latestFirst = <T extends { at: string }>(rows: T[]) => rows.toSorted((a, b) => b.at.localeCompare(a.at))
  const failedFirst = <T extends { outcome: string }>(rows: T[]) =>
    rows.toSorted((a, b) => Number(b.outcome === 'failed') - Number(a.outcome === 'failed'))
  return {
    ...head,
    coverage: {
      days: figures.days,
      missingDays: figures.missingDays,
      customers: head.customer ? [] : all.flatMap(({ slug, name, coverage }) => (coverage ? [{ slug, name, ...coverage }] : [])), // prettier-ignore
      exceptions: ofCustomer(({ exceptions }) => exceptions)
        .toSorted((a, b) => compareExceptions(rank(a), rank(b)))
        .slice(0, maxExceptions),
      totalExceptions: figures.totalExceptions,
    },
    failures: {
      causes: figures.causes.map((cause) => ({ ...cause, examples: examplesOf(all, cause.cause) })),
      runs: figures.runs,
      failedRuns: figures.failedRuns,
    },
    changes: {
      changes: latestFirst(ofCustomer(({ changes }) => changes)).slice(0, maxChanges),
      total: figures.changes,
      unreviewed: figures.unreviewed,
    },
    storage: {
      days: figures.storedDays,
      originalBytes: figures.originalBytes,
      forecastBytes: figures.forecastBytes,
    },
    restores: {
      proofs: failedFirst(latestFirst(ofCustomer(({ proofs }) => proofs))).slice(0, maxProofs),
      total: figures.proofs,
      failed: figures.failedProofs,
    },
    access: {
      users: mergeUsers([figures.accesses, ...all.map(({ accesses }) => accesses)].flat()).slice(0, maxUsers),
      totalUsers: figures.totalUsers,
    },
  }
}

function examplesOf(tenants: TenantFigures[], cause: FailureCode): string[] {
  return tenants
    .flatMap(({ failures }) => failures.filter((failure) => failure.cause === cause))
    .toSorted((a, b) => b.runs - a.runs || a.device.localeCompare(b.device))
    .slice(0, maxExamples)
    .map(({ device }) => device)
}

/** Returns the sum of the accesses of each user, the most active first. */
function mergeUsers(accesses: AccessSection['users']): AccessSection['users'] {
  const sums = Array.from(Map.groupBy(accesses, ({ user }) => user).values(), (ofUser) =>
    ofUser.reduce((sum, one) => ({
      user: sum.user,
      views: sum.views + one.views,
      comparisons: sum.comparisons + one.comparisons,
      searches: sum.searches + one.searches,
      downloads: sum.downloads + one.downloads,
      devices: sum.devices + one.devices,
      lastAt: sum.lastAt > one.lastAt ? sum.lastAt : one.lastAt,
    })),
  )
  const total = ({ views, comparisons, searches, downloads }: AccessSection['users'][number]) =>
    views + comparisons + searches + downloads
  return sums.toSorted((a, b) => total(b) - total(a) || a.user.localeCompare(b.user))
}
