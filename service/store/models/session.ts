import { Row } from './row.ts'

/** A login; the token itself is nowhere, only its hash. */
export class Session extends Row {
  static override tableName = 'sessions'

  declare id: string
  declare tenantId: string | null
  declare userId: string
  declare tokenHash: Buffer
  declare ip: string | null
  declare createdAt: Date
  declare expiresAt: Date
  declare revokedAt: Date | null
  /** To the minute; null where it was not used since its login. */
  declare lastUsedAt: Date | null
  /** SHA-256 of the confirmation that its user obtained last by giving the password again. */
  declare confirmationHash: Buffer | null
  declare confirmationExpiresAt: Date | null
}
