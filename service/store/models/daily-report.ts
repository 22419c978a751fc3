import { Row } from './row.ts'

/**
 * The frozen report of one customer, or the totals over all of them (no `tenantId`; `customers` then names whose reports
 * belong to it). Written once.
 */
export class DailyReportRow extends Row {
  static override tableName = 'daily_reports'
  static override jsonAttributes = ['summary', 'agents', 'unscheduled']

  declare id: string
  declare tenantId: string | null
  /** As YYYY-MM-DD. */
  declare day: string
  declare computedAt: Date
  declare summary: object
  declare agents: object[]
  declare unscheduled: object[]
  /** Sealed: errors may quote a configuration. Null when the customer's keys were destroyed. */
  declare exceptions: Buffer | null
  declare customers: string[] | null
}
