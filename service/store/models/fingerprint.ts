import { Row } from './row.ts'

/** A host key or certificate of a device, and the decision about it. */
export class Fingerprint extends Row {
  static override tableName = 'fingerprints'

  declare id: string
  declare tenantId: string
  declare deviceId: string
  declare kind: 'ssh_host_key' | 'tls_certificate'
  declare algorithm: string
  declare host: string
  declare port: number
  declare fingerprint: string
  declare status: 'pending' | 'approved' | 'rejected' | 'superseded'
  declare compared: boolean
  /** How a user compared it; null if it was not compared, or before this was recorded. */
  declare comparison: 'displayed' | 'out_of_band' | null
  declare comparisonNote: string | null
  declare firstSeenAt: Date
  declare lastSeenAt: Date
  declare decidedAt: Date | null
  declare decidedBy: string | null
}
