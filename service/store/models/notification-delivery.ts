import type { FieldErrorCode, OutboundCode } from '../../../shared/messages/codes.ts'
import type { MessageOf } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'

/** Why an attempt failed. */
export type DeliveryError = MessageOf<FieldErrorCode | OutboundCode>

/** What a mail server answered for the recipients of a mail; others are tried again. */
export interface MailOutcome {
  accepted: string[]
  /** Permanently. */
  refused: string[]
}

/** An attempt to deliver, with its result. */
export interface DeliveryAttempt {
  at: string
  /** HTTP status of the response; null without a response. */
  status: number | null
  /** The error; null if the attempt succeeded. Earlier versions stored a sentence. */
  error: DeliveryError | string | null
  ms: number
  /** Of a mail that the server did not accept for all recipients. */
  recipients?: MailOutcome
  /** Whether the receiver refused permanently, which ended the delivery. */
  isPermanent?: boolean
  /** Whether a user resent the delivery, which had ended with this attempt. */
  isResent?: boolean
}

/** A delivery to a channel, until it succeeds, is given up or merged into another. */
export class NotificationDelivery extends Row {
  static override tableName = 'notification_deliveries'
  static override jsonAttributes = ['events', 'attempts']

  declare id: string
  declare tenantId: string | null
  declare channelId: string
  declare kind: 'event' | 'digest' | 'escalation' | 'test'
  declare status: 'waiting' | 'delivered' | 'failed' | 'merged'
  /** In the form that is sent; empty once they are in another delivery. */
  declare events: Record<string, unknown>[]
  declare attempts: DeliveryAttempt[]
  declare nextAt: Date
  /** End of the sender's lease; after that, the sender has died. */
  declare leaseUntil: Date | null
  declare giveUpAt: Date
  declare createdAt: Date
  declare finishedAt: Date | null
  /** The delivery that contains its events. */
  declare mergedInto: string | null
}
