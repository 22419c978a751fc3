import { Row } from './row.ts'

/** An encrypted copy of configurations that the desktop of a user keeps on a computer. */
export class BreakGlassCopy extends Row {
  static override tableName = 'break_glass_copies'

  declare id: string
  declare tenantId: string
  declare userId: string
  declare userEmail: string
  declare computer: string
  /** Empty: all sites. */
  declare sites: string[]
  /** SHA-256 of the key with which the desktop asks whether it may keep the copy. */
  declare contactHash: Buffer
  declare createdAt: Date
  declare contactedAt: Date
  /** End of the last complete refresh. */
  declare refreshedAt: Date | null
  declare devices: number
  declare configurations: number
  /** Days without contact after which the desktop deletes it. */
  declare expiresAfterDays: number
  declare revokedAt: Date | null
  declare revokedBy: string | null
  declare deletedAt: Date | null
  declare deletionReason: DeletionReason | null
}

/** Why the desktop deleted a copy; `connection`: its connection was removed. */
export type DeletionReason = 'revoked' | 'expired' | 'user' | 'connection'
