import { Row } from './row.ts'

export type PackDamageKind =
  'missing' | 'unreadable' | 'length' | 'digest' | 'header' | 'content_key' | 'index' | 'block' | 'chunk' | 'place'

/** An object of the store that contains chunks. */
export class Pack extends Row {
  static override tableName = 'packs'

  declare id: string
  declare tenantId: string
  declare agentId: string | null
  declare jobId: string | null
  declare leaseId: string | null
  /** `doomed`: pending deletion; it contains no chunk any more. */
  declare status: 'announced' | 'verified' | 'doomed'
  declare size: number
  /** Uncompressed bytes of all chunks that were put into it; null if unknown. */
  declare rawBytes: number | null
  declare sha256: Buffer
  declare md5: Buffer | null
  declare sealedKey: Buffer | null
  declare announcedAt: Date
  declare expiresAt: Date
  declare verifiedAt: Date | null
  /** When it was last read back completely, or found missing. */
  declare checkedAt: Date | null
  /** Since when it is damaged; null if the last check found it intact. */
  declare damagedAt: Date | null
  declare damageKind: PackDamageKind | null
  /** Description of the damage. */
  declare damage: string | null
  declare doomedAt: Date | null
}
