import type { DeliveryError, MailOutcome } from '../../../store/models/notification-delivery.ts'
import type { Severity } from '../events/event-types.ts'

/** What a channel sends. */
export interface Notification {
  /** Id of the delivery; the same in each attempt. */
  id: string
  kind: 'event' | 'digest' | 'escalation' | 'test'
  at: Date
  /** The gravest of its events. */
  severity: Severity
  /** One line in the language of the channel. */
  title: string
  /** One sentence per event, in the language of the channel. */
  lines: string[]
  /** Masked summaries of changes, if the channel includes them. */
  summaries: string[]
  /** Address in the console. */
  link: string | null
  /** Name of the customer; null if the events belong to the installation or to several customers. */
  customer: string | null
  /** The alert that the event opens or closes. */
  alert: { key: string; resolved: boolean } | null
  /** As in the API. */
  events: Record<string, unknown>[]
}

/** The result of an attempt. */
export interface SendResult {
  /** HTTP status, or reply code of the mail server; null without a response. */
  status: number | null
  /** Null if the receiver accepted the notification. */
  error: DeliveryError | null
  /** Of a mail that the server did not accept for all recipients. */
  recipients?: MailOutcome
  /** Whether the receiver refused the notification permanently, so that it is not sent again. */
  isPermanent?: boolean
}

/** Makes one attempt. Never throws: errors are part of the result. */
export type Send = (notification: Notification) => Promise<SendResult>
