import type { ReportFormats } from './report-formats.ts'

/** What the description of a section depends on. */
export interface SectionContext {
  formats: ReportFormats
  /** Rows have no customer if the report is of one. */
  hasCustomers: boolean
  /** Of each table. */
  maxRows: number
}
