import { message } from '../../../../shared/messages/message.ts'
import type { DeliveryError } from '../../../store/models/notification-delivery.ts'
import { buildMail } from './build-mail.ts'
import type { MailSettings } from './channel-settings.ts'
import type { Notification, Send } from './notification.ts'
import { sendMail } from './send-mail.ts'
import type { SenderDependencies } from './sender-dependencies.ts'

/** Sends through the mail server of the installation. */
export function createMailSender(dependencies: SenderDependencies, { to }: MailSettings): Send {
  const { mailServer, hostname, locale } = dependencies
  return async (notification) => {
    const build = (from: string) => buildMail(notification, { locale, hostname, from, to })
    const { status, error, rejected } = await sendMail(mailServer, hostname, build)
    return { status, error: error ?? errorOfRejected(notification, rejected) }
  }
}

/**
 * A message that one recipient received is not sent again, because the others would receive it twice. A test is not
 * repeated: it reports the recipients that the server refused.
 */
function errorOfRejected({ kind }: Notification, rejected: readonly string[]): DeliveryError | null {
  if (kind !== 'test' || rejected.length === 0) return null
  return message('mail_recipients_refused', { recipients: rejected })
}
