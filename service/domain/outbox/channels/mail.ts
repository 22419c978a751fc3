import { message } from '../../../../shared/messages/message.ts'
import { buildMail } from './build-mail.ts'
import type { MailSettings } from './channel-settings.ts'
import type { Notification, Send, SendResult } from './notification.ts'
import { type SentMail, sendMail } from './send-mail.ts'
import type { SenderDependencies } from './sender-dependencies.ts'

/** Sends through the mail server of the installation. */
export function createMailSender(dependencies: SenderDependencies, { to }: MailSettings): Send {
  const { mailServer, hostname, locale, signal } = dependencies
  return async (notification) => {
    const build = (from: string) => buildMail(notification, { locale, hostname, from, to })
    const sent = await sendMail(mailServer, hostname, build, { signal })
    return { status: sent.status, ...resultOf(notification, sent) }
  }
}

/**
 * A temporary refusal of some recipients is retried for them. A test is not repeated: it reports every refused recipient. If all are
 * refused, those refused permanently are not tried again.
 */
function resultOf(
  { kind }: Notification,
  { error, accepted, rejected, refusals, isPermanent = false }: SentMail,
): Omit<SendResult, 'status'> {
  const { deferred, refused } = refusals
  const recipients = { accepted, refused }
  if (error) return { error, ...(deferred.length + refused.length > 0 && { recipients, isPermanent }) }
  if (rejected.length === 0) return { error: null }
  if (kind === 'test') return { error: message('mail_recipients_refused', { recipients: rejected }), recipients }
  return {
    error: deferred.length > 0 ? message('mail_recipients_deferred', { recipients: deferred }) : null,
    recipients,
  }
}
