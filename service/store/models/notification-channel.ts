import type { components } from '../../../shared/contract/api-types.ts'
import type { EventRow } from './event.ts'
import { Row } from './row.ts'
import type { User } from './user.ts'

type Schemas = components['schemas']

/** How a channel sends. */
export type ChannelKind =
  'webhook' | 'http' | 'mail' | 'slack' | 'teams' | 'mattermost' | 'pagerduty' | 'ntfy' | 'syslog' | 'snmp'

/** Filters that must all match, as in the API. An empty one matches everything. */
export interface ChannelRule {
  events: Schemas['EventType'][]
  min_severity: Schemas['Severity']
  /** Ids of tenants. */
  customers: string[]
  sites: string[]
  tags: string[]
  platforms: Schemas['PlatformId'][]
}

/** Hours in which events below a severity are collected, as in the API. */
export interface QuietHours {
  /** IANA name. */
  time_zone: string
  /** Local time, HH:MM. Hours that end before they begin pass midnight. */
  from: string
  to: string
  /** The days on which they begin. */
  days: Schemas['BlackoutDay'][]
  /** This severity and higher is sent anyway. */
  min_severity: Schemas['Severity']
}

/** A destination that receives events. */
export class NotificationChannel extends Row {
  static override tableName = 'notification_channels'
  static override jsonAttributes = ['settings', 'rules', 'quietHours', 'disabledParams']

  declare id: string
  declare tenantId: string | null
  declare kind: ChannelKind
  declare name: string
  /** What its kind needs and is no secret, as in the API. Empty for a webhook. */
  declare settings: Record<string, unknown>
  /** Sealed values by name, as JSON; null if its kind has none, and for a webhook. */
  declare secrets: Buffer | null
  /** Where it sends to, as it may be shown: the host of an address, or recipients. */
  declare destination: string
  /** Of a webhook; sealed: many such addresses are secrets. */
  declare url: Buffer | null
  /** Of a webhook. */
  declare secret: Buffer | null
  /** Of a webhook: sealed values by name; null if there are none. */
  declare headers: Buffer | null
  /** As entered, in their order. */
  declare headerNames: string[]
  /** Role of the user who created or last changed it: determines which events it receives. */
  declare role: User['role']
  /** The stored role of a custom role; null after its deletion: no permissions. */
  declare roleId: string | null
  /** That user, who may be deleted since; null: unknown, of an earlier version. */
  declare ownerId: string | null
  /** The user's e-mail address at that time, or the name of the token. */
  declare ownerEmail: string | null
  /** An event that matches any of them is sent. */
  declare rules: ChannelRule[]
  declare language: 'en' | 'fr'
  /** Whether messages contain masked summaries of changes. */
  declare includeSummaries: boolean
  /** 0: each event is delivered separately and at once. */
  declare digestMinutes: number
  declare quietHours: QuietHours | null
  /** All three are set or null: events of this severity that nobody acknowledges go to this channel after this time. */
  declare escalationMinutes: number | null
  declare escalationChannelId: string | null
  declare escalationSeverity: EventRow['severity'] | null
  declare enabled: boolean
  /** Time of the first failure since the last success. */
  declare failingSince: Date | null
  /** Why the service disabled it: `webhook_failing` since `failingSince`. Earlier versions stored a sentence. */
  declare disabledReason: string | null
  /** Parameters of the message of `disabledReason`; null: none. */
  declare disabledParams: Record<string, string | string[]> | null
  /** Name of the custom role that it had, if that was deleted. */
  declare deletedRole: string | null
  declare createdAt: Date
  declare updatedAt: Date
}
