import type { EventRow } from './event.ts'
import { Row } from './row.ts'
import type { User } from './user.ts'

/** An address that is told of events. */
export class Webhook extends Row {
  static override tableName = 'webhooks'

  declare id: string
  declare tenantId: string | null
  declare name: string
  /** Sealed: many such addresses are secrets. */
  declare url: Buffer
  /** What may be told of the address. */
  declare host: string
  declare secret: Buffer
  /** Sealed values by name; null where there are none. */
  declare headers: Buffer | null
  /** As they were written, in their order. */
  declare headerNames: string[]
  /** Of who made it or changed it last: it is told what he may know. */
  declare role: User['role']
  /** Empty, here and below: whichever. */
  declare events: string[]
  declare minSeverity: EventRow['severity']
  declare sites: string[]
  declare tags: string[]
  declare platforms: string[]
  /** 0: each event by itself and at once. */
  declare digestMinutes: number
  declare enabled: boolean
  /** Of the failure after which nothing was delivered any more. */
  declare failingSince: Date | null
  /** Why the service has disabled it: `webhook_failing` since `failingSince`. Earlier versions stored a sentence. */
  declare disabledReason: string | null
  declare createdAt: Date
  declare updatedAt: Date
}
