import type { FailureCode } from '../../../../shared/contract/failures.ts'
import type { AccessSection, ChangeSection, CoverageSection, RestoreSection } from './period-report.ts'

/** The figures and rows of one tenant. They contain names, so they are sealed with its keys. */
export interface TenantFigures {
  slug: string
  name: string
  /** On the last day with a frozen report; null without one. */
  coverage: { devices: number; covered: number; exceptions: number } | null
  exceptions: Omit<CoverageSection['exceptions'][number], 'customer'>[]
  /** Devices with the most failures by cause. */
  failures: { cause: FailureCode; device: string; runs: number }[]
  changes: Omit<ChangeSection['changes'][number], 'customer'>[]
  proofs: Omit<RestoreSection['proofs'][number], 'customer'>[]
  accesses: AccessSection['users']
}

/** What a report contains without names of a tenant. */
export interface PeriodFigures {
  days: CoverageSection['days']
  missingDays: string[]
  totalExceptions: number
  causes: { cause: FailureCode; runs: number; devices: number }[]
  runs: number
  failedRuns: number
  changes: number
  unreviewed: number
  storedDays: { day: string; storedBytes: number }[]
  originalBytes: number
  forecastBytes: number | null
  proofs: number
  failedProofs: number
  /** Of users who read the data of all tenants at once. */
  accesses: AccessSection['users']
  totalUsers: number
}

/** The data of a report. Tenants are by id. */
export interface PeriodData {
  figures: PeriodFigures
  tenants: Map<string, TenantFigures>
}

/** Which rows a section reads. `until` is the end of the last day, or now. */
export interface PeriodRows {
  /** Null: of all tenants. */
  tenantId: string | null
  from: Date
  until: Date
}

/** Returns rows by the tenant that each belongs to. */
export function byTenant<T extends { tenantId: string }>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, ({ tenantId }) => tenantId)
}
