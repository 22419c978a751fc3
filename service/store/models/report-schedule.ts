import type { components } from '../../../shared/contract/api-types.ts'
import { Row } from './row.ts'
import type { User } from './user.ts'

type Schemas = components['schemas']

/** When the report of a period is sent, and to whom. */
export class ReportSchedule extends Row {
  static override tableName = 'report_schedules'
  static override jsonAttributes = ['disabledParams']

  declare id: string
  /** Null: the report of all tenants. */
  declare tenantId: string | null
  declare name: string
  declare period: Schemas['ReportPeriod']
  /** Local time in `timeZone`, HH:MM. */
  declare time: string
  /** Null unless `period` is `weekly`. */
  declare weekday: Schemas['BlackoutDay'] | null
  /** 1 to 28; null unless `period` is `monthly`. */
  declare dayOfMonth: number | null
  /** IANA name. */
  declare timeZone: string
  declare language: 'en' | 'fr'
  declare recipients: string[]
  declare attachPdf: boolean
  declare sections: Schemas['ReportSectionName'][]
  declare enabled: boolean
  /** Role of the user who created or last changed it: decides what the report contains. */
  declare role: User['role']
  /** The stored role of a custom role; null after its deletion: no permissions. */
  declare roleId: string | null
  /** The user with that role; null for the service itself. */
  declare ownerId: string | null
  declare ownerEmail: string | null
  /** Why the service disabled it. */
  declare disabledReason: `schedule_${'owner_gone' | 'owner_lost_permissions' | 'role_limited' | 'role_deleted'}` | null
  /** Parameters of the message of `disabledReason`; null: none. */
  declare disabledParams: Record<string, string | string[]> | null
  /** Name of the custom role that it had, if that was deleted. */
  declare deletedRole: string | null
  declare nextAt: Date
  declare createdAt: Date
  declare updatedAt: Date
}
