import type { components } from '../../../shared/contract/api-types.ts'
import { Row } from './row.ts'

/** The report of an ended period. Its names are in the parts of their tenants. */
export class PeriodReportRow extends Row {
  static override tableName = 'period_reports'
  static override jsonAttributes = ['figures']

  declare id: string
  /** Null: the report of all tenants. */
  declare tenantId: string | null
  declare period: components['schemas']['ReportPeriod']
  /** YYYY-MM-DD. */
  declare firstDay: string
  declare lastDay: string
  declare timeZone: string
  declare computedAt: Date
  declare figures: object
}

/** What a report contains of one tenant, sealed under its keys. */
export class PeriodReportPart extends Row {
  static override tableName = 'period_report_parts'
  static override idColumn = ['reportId', 'tenantId']

  declare reportId: string
  declare tenantId: string
  declare part: Buffer
}
