import type { EventRow } from './event.ts'
import { Row } from './row.ts'
import type { User } from './user.ts'

/** An endpoint that receives events. */
export class Webhook extends Row {
  static override tableName = 'webhooks'

  declare id: string
  declare tenantId: string | null
  declare name: string
  /** Sealed: many such addresses are secrets. */
  declare url: Buffer
  /** The part of the address that may be shown. */
  declare host: string
  declare secret: Buffer
  /** Sealed values by name; null if there are none. */
  declare headers: Buffer | null
  /** As entered, in their order. */
  declare headerNames: string[]
  /** Role of the user who created or last changed it: determines which events it receives. */
  declare role: User['role']
  /** The stored role of a custom role; null after its deletion: no permissions. */
  declare roleId: string | null
  /** Empty, here and below: no filter. */
  declare events: string[]
  declare minSeverity: EventRow['severity']
  declare sites: string[]
  declare tags: string[]
  declare platforms: string[]
  /** 0: each event is delivered separately and at once. */
  declare digestMinutes: number
  declare enabled: boolean
  /** Time of the first failure since the last success. */
  declare failingSince: Date | null
  /** Why the service disabled it: `webhook_failing` since `failingSince`. Earlier versions stored a sentence. */
  declare disabledReason: string | null
  declare createdAt: Date
  declare updatedAt: Date
}
