import { Row } from './row.ts'

/**
 * The frozen report of one tenant, or the totals (without `tenantId`; `customers` then lists the included tenants).
 * Written once.
 */
export class DailyReportRow extends Row {
  static override tableName = 'daily_reports'
  static override jsonAttributes = ['summary', 'agents', 'unscheduled']

  declare id: string
  declare tenantId: string | null
  /** YYYY-MM-DD. */
  declare day: string
  declare computedAt: Date
  declare summary: object
  declare agents: object[]
  declare unscheduled: object[]
  /** Sealed: errors may quote a configuration. Null if the tenant's keys were destroyed. */
  declare exceptions: Buffer | null
  declare customers: string[] | null
}
