import { Row } from './row.ts'

/** An object of the store that holds chunks. */
export class Pack extends Row {
  static override tableName = 'packs'

  declare id: string
  declare tenantId: string
  declare agentId: string | null
  declare jobId: string | null
  declare leaseId: string | null
  /** `doomed`: no chunk stands in it any more, and its object goes. */
  declare status: 'announced' | 'verified' | 'doomed'
  declare size: number
  /** Of all chunks that were put into it, as far as it is known. */
  declare rawBytes: number | null
  declare sha256: Buffer
  declare md5: Buffer
  declare sealedKey: Buffer | null
  declare announcedAt: Date
  declare expiresAt: Date
  declare verifiedAt: Date | null
  declare doomedAt: Date | null
}
