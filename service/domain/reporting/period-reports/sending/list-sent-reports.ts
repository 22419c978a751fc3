import { ReportDelivery, SentReport } from '../../../../store/models/sent-report.ts'
import { PeriodReportRow } from '../../../../store/models/period-report.ts'
import type { ActionContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/domain-error.ts'
import type { QueuedReport } from './queue-report.ts'

/** A sent report with its period. */
export interface ListedReport extends QueuedReport {
  row: Pick<PeriodReportRow, 'id' | 'period' | 'firstDay' | 'lastDay'>
}

/** Returns sent reports in scope, latest first, with their deliveries by recipient. */
export async function listSentReports(
  { trx }: Pick<ActionContext, 'trx'>,
  filter: { scheduleId?: string },
  { limit, after }: { limit: number; after: { createdAt: Date; id: string } | null },
): Promise<ListedReport[]> {
  const query = SentReport.query(trx).where(filter).orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit)
  if (after) query.whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id])
  return withDeliveries(trx, await query)
}

/** @throws DomainError not_found */
export async function getSentReport({ trx }: Pick<ActionContext, 'trx'>, id: string): Promise<ListedReport> {
  const [listed] = await withDeliveries(trx, await SentReport.query(trx).where({ id }))
  if (!listed) throw notFound()
  return listed
}

async function withDeliveries(trx: ActionContext['trx'], sent: SentReport[]): Promise<ListedReport[]> {
  const deliveries = await ReportDelivery.query(trx)
    .whereIn('sentReportId', sent.map(({ id }) => id))
    .orderBy('recipient') // prettier-ignore
  const rows = await PeriodReportRow.query(trx)
    .findByIds([...new Set(sent.map(({ reportId }) => reportId))])
    .select('id', 'period', 'firstDay', 'lastDay')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySent = Map.groupBy(deliveries, ({ sentReportId }) => sentReportId)
  return sent.map((one) => ({ sent: one, row: byId.get(one.reportId)!, deliveries: bySent.get(one.id) ?? [] }))
}
