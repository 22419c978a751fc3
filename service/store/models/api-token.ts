import { Row } from './row.ts'
import type { User } from './user.ts'

/** What a program logs in with; the token itself is nowhere, only its hash. */
export class ApiToken extends Row {
  static override tableName = 'api_tokens'

  declare id: string
  declare tenantId: string | null
  declare userId: string
  declare name: string
  declare role: User['role']
  declare tokenHash: Buffer
  /** From where it may be used, as CIDR; empty: from everywhere. */
  declare networks: string[]
  declare createdAt: Date
  declare expiresAt: Date
  declare lastUsedAt: Date | null
}
