import type { FailureCode } from '../../../../shared/contract/failures.ts'

export type ReportPeriod = 'daily' | 'weekly' | 'monthly'

/**
 * What happened in a period of whole days in `timeZone`, of one customer or, for platform roles, of all. Computed once
 * from the frozen daily reports and from the records of the period, then stored: a later computation cannot change it.
 * Contains no configuration text and no secret. Times are ISO strings.
 */
export interface PeriodReport {
  period: ReportPeriod
  /** First and last day, YYYY-MM-DD; both included. */
  from: string
  to: string
  timeZone: string
  computedAt: string
  /** Whether the period has not ended, or its last day is not frozen: the figures still change and are not stored. */
  isLive: boolean
  /** Null: all customers. */
  customer: { id: string; slug: string; name: string } | null
  coverage: CoverageSection
  failures: FailureSection
  changes: ChangeSection
  storage: StorageSection
  restores: RestoreSection
  access: AccessSection
}

/** Of the frozen daily reports. */
export interface CoverageSection {
  /** In chronological order; a day without a frozen report has no entry. */
  days: { day: string; devices: number; covered: number; exceptions: number }[]
  /** Days of the period without a frozen report, from the first day of the customer or the installation. */
  missingDays: string[]
  /** Of the last day with a report, by name; only in the report of all customers. */
  customers: { slug: string; name: string; devices: number; covered: number; exceptions: number }[]
  /** Devices that need attention on the last day with a report, the most severe first; at most 50. */
  exceptions: { device: string; customer: string; reasons: string[]; lastSuccessAt: string | null }[]
  /** Number of all such devices. */
  totalExceptions: number
}

/** Backups that failed in the period, by cause, the most frequent first. */
export interface FailureSection {
  causes: {
    cause: FailureCode
    runs: number
    devices: number
    /** Names of the devices with the most failures; at most 5. */
    examples: string[]
  }[]
  /** Runs that ended in the period, and those of them that failed. */
  runs: number
  failedRuns: number
}

/** Changed versions, the latest first; at most 200. */
export interface ChangeSection {
  changes: {
    at: string
    customer: string
    device: string
    /** Key of the configuration. */
    configuration: string
    /** Null: unknown. */
    added: number | null
    removed: number | null
    author: string | null
    /** `device`: reported by the device; `message`: claimed by a syslog message or a trap. Null without an author. */
    authorSource: 'device' | 'message' | null
    review: { by: string; at: string } | null
  }[]
  total: number
  unreviewed: number
}

/** Stored bytes by day, in chronological order. */
export interface StorageSection {
  days: { day: string; storedBytes: number }[]
  /** Bytes of all stored versions as the devices sent them, when the report was computed. */
  originalBytes: number
  /** Expected stored bytes in 30 days; null without enough days. */
  forecastBytes: number | null
}

/**
 * Proofs that backups can be read back, those that failed first, then the latest; at most 100. `restore_check`: versions of a customer were read back as a
 * restore would read them; `integrity_check`: stored packs and manifests of a customer were read and verified.
 */
export interface RestoreSection {
  proofs: {
    at: string
    kind: 'restore' | 'restore_check' | 'integrity_check'
    customer: string | null
    /** The device of a restore; null for the others. */
    device: string | null
    outcome: 'succeeded' | 'failed'
    by: string | null
    /** Verified bytes, if known. */
    bytes: number | null
  }[]
  total: number
  /** Of all. */
  failed: number
}

/** Who read, compared, searched, downloaded or exported configurations, the most active first; at most 100. */
export interface AccessSection {
  users: {
    user: string
    views: number
    comparisons: number
    searches: number
    downloads: number
    devices: number
    lastAt: string
  }[]
  totalUsers: number
}
