import { legacyFleetTexts } from '../domain/inventory/discovery/scan-failure.ts'
import { legacyJobTexts } from '../domain/jobs/job-summary.ts'
import type { LegacyTable, LegacyTexts } from '../domain/kernel/text-conversion/legacy-texts.ts'
import { legacyReportTexts } from '../domain/reporting/daily-report/frozen-report.ts'

/** The tables in which earlier versions stored sealed sentences. */
export const legacyTables: Readonly<Record<LegacyTable, LegacyTexts>> = {
  jobs: legacyJobTexts,
  fleets: legacyFleetTexts,
  daily_reports: legacyReportTexts,
}
