import { Row } from './row.ts'

/** A customer: whose data it is, under which prefix of the object store. */
export class Tenant extends Row {
  static override tableName = 'tenants'

  declare id: string
  declare slug: string
  declare name: string
  declare trustPosture: 'strict' | 'tofu' | null
  declare restorePolicy: 'allow' | 'deny' | null
  declare decommissionedRetentionDays: number
  declare prefix: string
  /** No decommissioned device is purged before: their days were cut, and the cut waits. */
  declare purgeNotBefore: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
