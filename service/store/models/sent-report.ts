import type { components } from '../../../shared/contract/api-types.ts'
import type { DeliveryAttempt } from './notification-delivery.ts'
import { Row } from './row.ts'

/** A report that was sent, with the choices of its schedule at that time. */
export class SentReport extends Row {
  static override tableName = 'sent_reports'

  declare id: string
  declare tenantId: string | null
  /** Null: the schedule was deleted. */
  declare scheduleId: string | null
  declare reportId: string
  declare name: string
  declare language: 'en' | 'fr'
  declare attachPdf: boolean
  declare sections: components['schemas']['ReportSectionName'][]
  /** The user who sent it on request; null: at its time. */
  declare sentBy: string | null
  declare createdAt: Date
}

/** The mail of a sent report to one recipient. */
export class ReportDelivery extends Row {
  static override tableName = 'report_deliveries'
  static override jsonAttributes = ['attempts']

  declare id: string
  declare tenantId: string | null
  declare sentReportId: string
  /** Without angle brackets and domain. */
  declare messageId: string
  declare recipient: string
  declare status: 'waiting' | 'delivered' | 'failed'
  declare attempts: DeliveryAttempt[]
  declare nextAt: Date
  /** End of the sender's lease; after that, the sender has died. */
  declare leaseUntil: Date | null
  declare giveUpAt: Date
  declare finishedAt: Date | null
}
