import { Row } from './row.ts'

/**
 * A time in which no scheduled backup starts: every week, or once. Of no customer: the platform's; of a site or a device:
 * theirs alone.
 */
export class Blackout extends Row {
  static override tableName = 'blackouts'

  declare id: string
  declare tenantId: string | null
  declare site: string | null
  declare deviceId: string | null
  /** Its place among those of its level. */
  declare position: number
  declare name: string
  /** Of a weekly one: the days on which it begins, as `mon`. */
  declare days: string[] | null
  /** `22:00`, in the installation's time zone, as is `toTime`. */
  declare fromTime: string | null
  declare toTime: string | null
  /** Of one that comes once. */
  declare startsAt: Date | null
  declare endsAt: Date | null
  declare updatedAt: Date
}
