import { Row } from './row.ts'

/** A login whose password was correct, or that an identity provider confirmed, and that awaits a second factor; only the hash of its token is stored. */
export class LoginChallenge extends Row {
  static override tableName = 'login_challenges'

  declare id: string
  declare tenantId: string | null
  declare userId: string
  declare tokenHash: Buffer
  /** What a passkey must sign; null if the user has none that works here. */
  declare passkeyChallenge: string | null
  declare failures: number
  declare createdAt: Date
  declare expiresAt: Date
  /** Null after a password; with the three below, for the session. */
  declare identityProviderId: string | null
  declare providerSessionId: string | null
  declare sealedRefreshToken: Buffer | null
  /** When the session ends at the latest; null: no other limit than that of all sessions. */
  declare sessionExpiresAt: Date | null
}
