import { Row } from './row.ts'

/** A login session; only the hash of the token is stored. */
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
  /** To the minute; null if it was not used since the login. */
  declare lastUsedAt: Date | null
  /** SHA-256 of the user's last confirmation with the password. */
  declare confirmationHash: Buffer | null
  declare confirmationExpiresAt: Date | null
  /** SHA-256 of the only request that the last confirmation is valid for; null: any. */
  declare confirmationFingerprint: Buffer | null
  /** Whether the last confirmation came from a code that the user confirmed in another session. */
  declare isConfirmedByCode: boolean
  /** Sealed; of the last confirmation at the provider, for a session that the user opens with a login code. */
  declare confirmationRefreshToken: Buffer | null
  /** How the user logged in: `password`, then a second factor if there is one. */
  declare loginMethods: string[]
  declare userAgent: string | null
  /** The user must set up a second factor before anything else. */
  declare needsSecondFactor: boolean
  /** What the browser must sign next with a passkey. */
  declare passkeyChallenge: string | null
  declare passkeyChallengeExpiresAt: Date | null
  /** Null for a login with a password. */
  declare identityProviderId: string | null
  /** The provider's session (`sid`), which a logout there ends. */
  declare providerSessionId: string | null
  /** Sealed; null if the provider issued none. */
  declare sealedRefreshToken: Buffer | null
  /** When the provider last confirmed that the user may log in. */
  declare providerCheckedAt: Date | null
}
