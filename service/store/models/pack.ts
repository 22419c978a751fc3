import { Row } from './row.ts'

export type PackDamageKind =
  'missing' | 'unreadable' | 'length' | 'digest' | 'header' | 'content_key' | 'index' | 'block' | 'chunk' | 'place'

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
  /** When it was last read back whole, or found not to be there. */
  declare checkedAt: Date | null
  /** Since when it is known to be damaged; null when the last check found it good. */
  declare damagedAt: Date | null
  declare damageKind: PackDamageKind | null
  /** What exactly is wrong, in words. */
  declare damage: string | null
  declare doomedAt: Date | null
}
