import { Row } from './row.ts'

/**
 * A time without scheduled starts: weekly, or once. Without a tenant it applies to the platform; with a site or a
 * device only to these.
 */
export class Blackout extends Row {
  static override tableName = 'blackouts'

  declare id: string
  declare tenantId: string | null
  declare site: string | null
  declare deviceId: string | null
  /** Its position within its level. */
  declare position: number
  declare name: string
  /** For weekly ones: the days on which it starts, such as `mon`. */
  declare days: string[] | null
  /** `22:00`, in the installation's time zone, as is `toTime`. */
  declare fromTime: string | null
  declare toTime: string | null
  /** For one-off blackouts. */
  declare startsAt: Date | null
  declare endsAt: Date | null
  declare updatedAt: Date
}
