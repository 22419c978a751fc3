import { Row } from './row.ts'

/** The fields of a device that determine where its secrets are sent, as in the API. */
export interface DeviceAddress {
  platform: string
  hostname: string
  credential_id: string | null
  credential_api_id: string | null
  credential_ssh_id: string | null
  options: Partial<Record<AddressOption, unknown>>
}

export type AddressOption = 'ssh_port' | 'api_port' | 'verify_tls' | 'tls_fingerprint' | 'netco_region'

/** A system that is backed up. */
export class Device extends Row {
  static override tableName = 'devices'
  static override jsonAttributes = ['options', 'approvedAddress']

  declare id: string
  declare tenantId: string
  declare name: string
  declare hostname: string
  declare platform: string
  declare transportPref: 'auto' | 'api' | 'ssh'
  declare schedule: string
  declare site: string
  declare tags: string[]
  declare credentialId: string | null
  declare credentialApiId: string | null
  declare credentialSshId: string | null
  declare options: Record<string, unknown>
  declare stalenessHours: string | null
  declare retryAttempts: number
  declare retryDelayMinutes: number
  declare trustPosture: 'strict' | 'tofu' | null
  declare restorePolicy: 'allow' | 'deny' | null
  /** The address that a user approved for its secrets; null if none was approved. */
  declare approvedAddress: DeviceAddress | null
  declare addressApprovedAt: Date | null
  declare addressApprovedBy: string | null
  /** No secret is sent until a user approves its address. */
  declare addressPending: boolean
  declare addressChangedAt: Date | null
  declare addressChangedBy: string | null
  declare enabled: boolean
  declare hasHistory: boolean
  declare decommissionedAt: Date | null
  declare purgeAt: Date | null
  declare purgedAt: Date | null
  /** The next occurrence; it starts at `nextRunAt`. */
  declare nextOccurrenceAt: Date | null
  declare nextRunAt: Date | null
  /** Equals `nextRunAt` if a blackout moved it. */
  declare heldUntil: Date | null
  declare staleAt: Date | null
  /** When the event of its staleness was emitted; null since its last success. */
  declare staleToldAt: Date | null
  declare lastOutcome: 'changed' | 'unchanged' | 'partial' | 'blocked' | 'failed' | null
  declare lastSuccessAt: Date | null
  declare lastJobId: string | null
  declare search: string
  declare createdAt: Date
  declare updatedAt: Date
  /** A tree of the files that an interrupted attempt has stored. */
  declare checkpointRoot: Buffer | null
  declare checkpointBeganAt: Date | null
  /** Facts that the device shows in its texts. Empty: not known. */
  declare factHostname: string
  declare factVendor: string
  declare factModel: string
  declare factSerial: string
  declare factOsVersion: string
  /** The uptime in seconds that the device showed at `uptimeAt`. */
  declare uptimeSeconds: string | null
  declare uptimeAt: Date | null
  /** Dates; empty if unknown. */
  declare endOfSaleOn: string
  declare endOfSupportOn: string
}
