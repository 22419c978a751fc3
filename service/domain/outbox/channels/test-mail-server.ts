import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { render } from '../../../../shared/messages/render.ts'
import type { DeliveryAttempt } from '../../../store/models/notification-delivery.ts'
import { limitAttempt } from './limit-attempt.ts'
import { createMailSender } from './mail.ts'
import { readMailServer } from './mail-server.ts'
import type { Notification } from './notification.ts'
import type { SendDependencies } from './send-delivery.ts'

/** A test mail: its id, its recipient and the user who sends it. */
export interface MailTest {
  id: string
  to: string
  user: string
}

/** Sends one mail through the mail server of the installation. Errors are part of the result. */
export async function testMailServer(
  { runInSystemTransaction, settingsKey, outgoing, now, baseUrl }: SendDependencies,
  { id, to, user }: MailTest,
  locale: Locale,
): Promise<DeliveryAttempt> {
  const mailServer = await runInSystemTransaction(({ trx }) => readMailServer(trx, settingsKey))
  const at = now()
  const began = performance.now()
  const { hostname } = new URL(baseUrl)
  const test: Notification = {
    ...{
      id,
      kind: 'test',
      at,
      severity: 'info',
      summaries: [],
      link: baseUrl,
      customer: null,
      alert: null,
      events: [],
    },
    title: render({ code: 'notification_title_mail_test', params: { host: hostname } }, locale),
    lines: [render({ code: 'notification_line_mail_test', params: { user } }, locale)],
  }
  const { status, error } = await limitAttempt(mailServer?.host ?? hostname, (signal) =>
    createMailSender({ outgoing, locale, mailServer, now, signal, hostname }, { to: [to] })(test),
  )
  return { at: at.toISOString(), status, error, ms: Math.round(performance.now() - began) }
}
