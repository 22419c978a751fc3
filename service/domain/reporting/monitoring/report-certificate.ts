import type { SystemContext } from '../../kernel/context.ts'
import { lockAlert, openAlert, raiseAgain } from '../../outbox/events/open-alerts.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** The certificate that the service presents. */
export interface ShownCertificate {
  /** SHA-256, hex. */
  fingerprint: string
  /** Names in the certificate, as display text. */
  names: string
  endsAt: Date
}

/** Days before the expiry of a certificate at which an event is emitted. */
const thresholds = [1, 7, 14, 30]

/** From this number of days on the event is critical, before it a warning. */
const criticalDays = 7

const dayMs = 24 * 3_600_000

/**
 * Records `certificate.expiring` once at each threshold before the expiry of a certificate, and `certificate.renewed`
 * when a certificate for the same names with a later expiry is presented afterwards. Certificates of several replicas
 * are tracked separately.
 */
export async function noticeCertificate(context: SystemContext, shown: ShownCertificate): Promise<void> {
  await reportRenewal(context, shown)
  const { trx, now } = context
  const leftMs = shown.endsAt.getTime() - now.getTime()
  const threshold = thresholds.find((days) => leftMs <= days * dayMs)
  if (threshold === undefined) return
  const key = keyOf(shown)
  const detail = { names: shown.names, ends_at: shown.endsAt.toISOString(), threshold, renewed: false }
  const alert = await lockAlert(trx, key)
  if (alert && Number(alert.detail['threshold']) <= threshold) return
  if (alert) await raiseAgain(trx, key, now, { ...alert.detail, threshold })
  else if (!(await openAlert(trx, key, now, detail))) return
  const data = { names: shown.names, ends_at: detail.ends_at, days_left: Math.max(0, Math.floor(leftMs / dayMs)) }
  const severity = threshold <= criticalDays ? 'critical' : 'warning'
  await recordEvents(context, [{ type: 'certificate.expiring', tenantId: null, data, severity }])
}

/** Keeps the row of the former certificate: a replica that still presents it does not emit the event again. */
async function reportRenewal(context: SystemContext, { names, endsAt }: ShownCertificate): Promise<void> {
  const { rowCount } = await context.trx.raw(
    `update open_alerts set detail = jsonb_set(detail, '{renewed}', 'true')
     where key like 'certificate %' and detail->>'names' = :names and detail->>'ends_at' < :endsAt
       and not (detail->>'renewed')::boolean`,
    { names, endsAt: endsAt.toISOString() },
  )
  if (!rowCount) return
  const daysLeft = Math.floor((endsAt.getTime() - context.now.getTime()) / dayMs)
  const data = { names, ends_at: endsAt.toISOString(), days_left: daysLeft }
  await recordEvents(context, [{ type: 'certificate.renewed', tenantId: null, data }])
}

function keyOf({ fingerprint }: ShownCertificate): string {
  return `certificate ${fingerprint}`
}
