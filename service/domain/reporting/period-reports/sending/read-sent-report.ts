import { PeriodReportRow } from '../../../../store/models/period-report.ts'
import type { SentReport } from '../../../../store/models/sent-report.ts'
import type { PeriodDependencies } from '../assemble-period-report.ts'
import type { PeriodReport } from '../period-report.ts'
import { readStoredReport } from '../read-period-report.ts'

/**
 * Returns a sent report with its stored figures.
 * @throws DomainError not_found, keys_destroyed
 */
export async function readSentReport(dependencies: PeriodDependencies, sent: SentReport): Promise<PeriodReport> {
  const { tenantId, reportId } = sent
  return readStoredReport(dependencies, tenantId, ({ trx }) => PeriodReportRow.query(trx).findById(reportId))
}
