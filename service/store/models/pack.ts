import { Row } from './row.ts'

/** An object of the store that holds chunks. */
export class Pack extends Row {
  static override tableName = 'packs'

  declare id: string
  declare tenantId: string
  declare agentId: string | null
  declare jobId: string | null
  declare leaseId: string | null
  declare status: 'announced' | 'verified'
  declare size: number
  declare sha256: Buffer
  declare md5: Buffer
  declare sealedKey: Buffer | null
  declare announcedAt: Date
  declare expiresAt: Date
  declare verifiedAt: Date | null
}
