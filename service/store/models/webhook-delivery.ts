import type { FieldErrorCode, OutboundCode } from '../../../shared/messages/codes.ts'
import type { MessageOf } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'

/** Why an attempt did not deliver. */
export type DeliveryError = MessageOf<FieldErrorCode | OutboundCode>

/** One try to deliver, and what came of it. */
export interface DeliveryAttempt {
  at: string
  /** Of the answer; null where there was none. */
  status: number | null
  /** What went wrong; null when nothing did. Earlier versions stored a sentence. */
  error: DeliveryError | string | null
  ms: number
}

/** What a webhook is told, until it has heard it or nobody tries any more. */
export class WebhookDelivery extends Row {
  static override tableName = 'webhook_deliveries'
  static override jsonAttributes = ['events', 'attempts']

  declare id: string
  declare tenantId: string | null
  declare webhookId: string
  declare kind: 'event' | 'digest' | 'test'
  declare status: 'waiting' | 'delivered' | 'failed'
  /** As they are told. */
  declare events: Record<string, unknown>[]
  declare attempts: DeliveryAttempt[]
  declare nextAt: Date
  /** Somebody sends it until then, or has died. */
  declare leaseUntil: Date | null
  declare giveUpAt: Date
  declare createdAt: Date
  declare finishedAt: Date | null
}
