import { DomainError } from '../../../kernel/domain-error.ts'
import { ReportDelivery, SentReport } from '../../../../store/models/sent-report.ts'
import { message } from '../../../../../shared/messages/message.ts'
import type { DeliveryAttempt } from '../../../../store/models/notification-delivery.ts'
import type { SystemContext } from '../../../kernel/context.ts'
import { mapConcurrent } from '../../../kernel/map-concurrent.ts'
import { limitAttempt } from '../../../outbox/channels/limit-attempt.ts'
import { readMailServer } from '../../../outbox/channels/mail-server.ts'
import { sendMail } from '../../../outbox/channels/send-mail.ts'
import type { PeriodDependencies } from '../assemble-period-report.ts'
import { buildReportMail } from './build-report-mail.ts'
import { finishReportDelivery } from './finish-report-delivery.ts'
import { readSentReport } from './read-sent-report.ts'
import { type ReportMail, readReportOptions, renderReportMail } from './render-report.ts'

export interface DeliverReportsDependencies extends PeriodDependencies {
  settingsKey: Buffer
  /** Public address of the service. */
  baseUrl: string
  now: () => Date
  /** Returns a number from 0 to 1. */
  random?: () => number
  /** Ends the run after the current mails. */
  stopping?: AbortSignal
}

/** Sent reports per run, and how many are rendered and sent at the same time. */
const batch = 50
const maxConcurrent = 4

/** Longer than any attempt: if no result is recorded by then, the sender died, and another replica sends it again. */
const leaseMs = 60_000

/**
 * Sends due mails of reports, one to each recipient. A report is rendered once for all of them. A claim is a lease in the
 * database: after a crash the mail is sent again with the same Message-ID.
 * @returns number of attempts
 */
export async function deliverReports(dependencies: DeliverReportsDependencies): Promise<number> {
  const due = await dependencies.runInScope(null, findDue)
  let attempts = 0
  for await (const made of mapConcurrent(due, maxConcurrent, ({ sent, ids }) => deliverOne(dependencies, sent, ids))) {
    attempts += made
  }
  return attempts
}

interface DueReport {
  sent: SentReport
  /** Of the due deliveries. */
  ids: string[]
}

async function findDue({ trx, now }: SystemContext): Promise<DueReport[]> {
  const deliveries = await ReportDelivery.query(trx)
    .where({ status: 'waiting' })
    .where('nextAt', '<=', now)
    .where((free) => free.whereNull('leaseUntil').orWhere('leaseUntil', '<=', now))
    .orderBy('nextAt')
    .limit(batch * 20)
    .select('id', 'sentReportId')
  const bySent = Map.groupBy(deliveries, ({ sentReportId }) => sentReportId)
  const sent = await SentReport.query(trx).findByIds([...bySent.keys()].slice(0, batch))
  return sent.map((one) => ({ sent: one, ids: (bySent.get(one.id) ?? []).map(({ id }) => id) }))
}

async function deliverOne(dependencies: DeliverReportsDependencies, sent: SentReport, ids: string[]): Promise<number> {
  const { runInScope, stopping } = dependencies
  const mail = await prepare(dependencies, sent)
  if (mail === 'gone') {
    await runInScope(null, (context) => abandon(context, ids))
    return 0
  }
  let attempts = 0
  for (const id of ids) {
    if (stopping?.aborted) break
    const delivery = await runInScope(null, (context) => claim(context, id))
    if (!delivery) continue
    const attempt = await send(dependencies, sent, delivery, mail)
    attempts += 1
    const random = (dependencies.random ?? Math.random)()
    await runInScope(null, (context) => finishReportDelivery(context, { sent, delivery, attempt, random }))
  }
  return attempts
}

/** Returns null if the report cannot be rendered; `gone` if the keys of its customer were destroyed. */
async function prepare(
  dependencies: DeliverReportsDependencies,
  sent: SentReport,
): Promise<ReportMail | 'gone' | null> {
  const { language: locale, sections, attachPdf } = sent
  const { runInScope, baseUrl } = dependencies
  const report = await readSentReport(dependencies, sent).catch(ignoreDestroyed)
  if (!report) return 'gone'
  const options = await readReportOptions(runInScope, report, { locale, sections, baseUrl })
  return renderReportMail(report, options, attachPdf).catch(() => null)
}

function ignoreDestroyed(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}

/** Returns null if another replica claimed it. */
async function claim({ trx, now }: SystemContext, id: string): Promise<ReportDelivery | null> {
  const [delivery] = await ReportDelivery.query(trx)
    .where({ id, status: 'waiting' })
    .where('nextAt', '<=', now)
    .where((free) => free.whereNull('leaseUntil').orWhere('leaseUntil', '<=', now))
    .patch({ leaseUntil: new Date(now.getTime() + leaseMs) })
    .returning('*')
  return delivery ?? null
}

async function abandon({ trx, now }: SystemContext, ids: string[]): Promise<void> {
  await ReportDelivery.query(trx)
    .findByIds(ids)
    .where({ status: 'waiting' })
    .patch({ status: 'failed', finishedAt: now })
}

async function send(
  { runInScope, settingsKey, baseUrl, now }: DeliverReportsDependencies,
  sent: SentReport,
  delivery: ReportDelivery,
  mail: ReportMail | null,
): Promise<DeliveryAttempt> {
  const at = now()
  const began = performance.now()
  const { hostname } = new URL(baseUrl)
  const mailServer = await runInScope(null, ({ trx }) => readMailServer(trx, settingsKey))
  const { status, error, isPermanent } = await limitAttempt(mailServer?.host ?? hostname, async () => {
    if (!mail) return { status: null, error: message('delivery_not_prepared') }
    return sendMail(mailServer, hostname, (from) => buildReportMail(mail, { sent, delivery, from, hostname }))
  })
  const ms = Math.round(performance.now() - began)
  return { at: at.toISOString(), status, error, ms, ...(isPermanent && { isPermanent }) }
}
