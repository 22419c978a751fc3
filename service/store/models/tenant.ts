import { Row } from './row.ts'

/** A tenant, with its prefix in the object store. */
export class Tenant extends Row {
  static override tableName = 'tenants'

  declare id: string
  declare slug: string
  declare name: string
  declare trustPosture: 'strict' | 'tofu' | null
  declare restorePolicy: 'allow' | 'deny' | null
  declare decommissionedRetentionDays: number
  /** Its users must have a second factor. */
  declare secondFactorRequired: boolean
  /** From which its users and their API tokens may send requests; empty: any. */
  declare allowedNetworks: string[]
  declare prefix: string
  /** No decommissioned device is purged before this time: a cut of their retention is pending. */
  declare purgeNotBefore: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
