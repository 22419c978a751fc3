import { DomainError } from '../../../kernel/domain-error.ts'
import { ReportSchedule } from '../../../../store/models/report-schedule.ts'
import { ReportDelivery, SentReport } from '../../../../store/models/sent-report.ts'
import { message } from '../../../../../shared/messages/message.ts'
import type { DeliveryAttempt } from '../../../../store/models/notification-delivery.ts'
import type { SystemContext } from '../../../kernel/context.ts'
import { mapConcurrent } from '../../../kernel/map-concurrent.ts'
import { limitAttempt } from '../../../outbox/channels/limit-attempt.ts'
import { readMailServer } from '../../../outbox/channels/mail-server.ts'
import { sendMail } from '../../../outbox/channels/send-mail.ts'
import { TaskStopped } from '../../../../workers/task-stopped.ts'
import type { PeriodDependencies } from '../assemble-period-report.ts'
import type { PdfWorkers } from '../render/render-pdf.ts'
import { buildReportMail } from './build-report-mail.ts'
import { claimDeliveries, releaseDeliveries, renewLease, reportAttemptMs } from './claim-deliveries.ts'
import { finishReportDelivery } from './finish-report-delivery.ts'
import { findSections } from './queue-report.ts'
import { readSentReport } from './read-sent-report.ts'
import { type PdfChoice, type ReportMail, readReportOptions, renderReportMail } from './render-report.ts'

export interface DeliverReportsDependencies extends PeriodDependencies {
  workers: PdfWorkers
  settingsKey: Buffer
  /** Public address of the service. */
  baseUrl: string
  now: () => Date
  /** Returns a number from 0 to 1. */
  random?: () => number
  /** Receives why a report cannot be read or rendered; other reports are not affected. */
  reportFailure: (sentReportId: string, error: unknown) => void
  /** Sent reports whose PDF took too much time or memory: they are sent without it. Updated. */
  withoutPdf: Set<string>
  /** Ends the run after the current mails. */
  stopping?: AbortSignal
}

/**
 * Longest wait for an answer of the mail server. Servers scan attachments before they accept a message: a sender that does
 * not wait sends it again (RFC 5321, section 4.5.3.2.6, recommends ten minutes).
 */
const answerMs = 270_000

/** Sent reports per run, and how many are rendered and sent at the same time. */
const batch = 50
const maxConcurrent = 4

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
  if (stopping?.aborted) return 0
  const claimed = await runInScope(null, async (context) =>
    dropUnwanted(context, sent, await claimDeliveries(context, ids)),
  )
  if (claimed.length === 0) return 0
  const mail = await prepare(dependencies, sent)
  if (mail === 'gone') {
    await runInScope(null, (context) => abandon(context, claimed))
    return 0
  }
  let attempts = 0
  for (const [at, one] of claimed.entries()) {
    if (stopping?.aborted) {
      await runInScope(null, (context) => releaseDeliveries(context, claimed.slice(at)))
      break
    }
    const delivery = await runInScope(null, (context) => renewLease(context, one))
    if (!delivery) continue
    const attempt = await send(dependencies, sent, delivery, mail)
    attempts += 1
    const random = (dependencies.random ?? Math.random)()
    await runInScope(null, (context) => finishReportDelivery(context, { sent, delivery, attempt, random }))
  }
  return attempts
}

/** Returns null if the report cannot be read or rendered; `gone` if the keys of its customer were destroyed. */
async function prepare(
  dependencies: DeliverReportsDependencies,
  sent: SentReport,
): Promise<ReportMail | 'gone' | null> {
  const { id, language: locale, sections, attachPdf } = sent
  const { runInScope, workers, baseUrl, reportFailure, withoutPdf } = dependencies
  try {
    const report = await readSentReport(dependencies, sent)
    const options = await readReportOptions(runInScope, report, { locale, sections, baseUrl })
    const render = (choice: PdfChoice) => renderReportMail(workers, report, options, choice)
    if (!attachPdf) return await render('none')
    if (withoutPdf.has(id)) return await render('lacking')
    return await render('attached').catch((error: unknown) => {
      if (!(error instanceof TaskStopped) || !(error.reason === 'time' || error.reason === 'memory')) throw error
      withoutPdf.add(id)
      reportFailure(id, error)
      return render('lacking')
    })
  } catch (error) {
    if (error instanceof DomainError) return 'gone'
    reportFailure(id, error)
    return null
  }
}

/**
 * Ends the deliveries that nobody wants any more: the schedule was deleted or disabled, or lost its rights or the
 * recipient. Disabling does not end what a user sent on request.
 */
async function dropUnwanted(
  context: SystemContext,
  { scheduleId, sentBy }: SentReport,
  claimed: ReportDelivery[],
): Promise<ReportDelivery[]> {
  const schedule = scheduleId === null ? undefined : await ReportSchedule.query(context.trx).findById(scheduleId)
  const isWanted =
    schedule !== undefined &&
    (sentBy !== null || schedule.enabled) &&
    (await findSections(context, schedule)).length > 0
  const wanted = isWanted ? claimed.filter(({ recipient }) => schedule.recipients.includes(recipient)) : []
  const unwanted = claimed.filter((one) => !wanted.includes(one))
  if (unwanted.length > 0) await abandon(context, unwanted)
  return wanted
}

async function abandon({ trx, now }: SystemContext, deliveries: ReportDelivery[]): Promise<void> {
  await ReportDelivery.query(trx)
    .findByIds(deliveries.map(({ id }) => id))
    .where({ status: 'waiting' })
    .patch({ status: 'failed', finishedAt: now, leaseUntil: null })
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
  const { status, error, isPermanent } = await limitAttempt(
    mailServer?.host ?? hostname,
    async (signal) => {
      if (!mail) return { status: null, error: message('delivery_not_prepared') }
      const build = (from: string) => buildReportMail(mail, { sent, delivery, from, hostname })
      return sendMail(mailServer, hostname, build, { signal, answerMs })
    },
    reportAttemptMs,
  )
  const ms = Math.round(performance.now() - began)
  return { at: at.toISOString(), status, error, ms, ...(isPermanent && { isPermanent }) }
}
