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
}
