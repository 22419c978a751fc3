import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import type { MailServer } from './channel-settings.ts'

/** Dependencies of the senders. */
export interface SenderDependencies {
  outgoing: OutboundClient
  /** Of the channel: labels such as "Customer". */
  locale: Locale
  /** Null: no mail server is set, so a mail fails with `mail_server_missing`. */
  mailServer: MailServer | null
  now: () => Date
  /** Ends the attempt: the sender closes its connection. */
  signal: AbortSignal
  /** Host name of this installation, as syslog, PagerDuty and Message-IDs name the source: `coffer.example.net`. */
  hostname: string
}
