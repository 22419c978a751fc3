import { Row } from './row.ts'

/** A login, or an action of a session, that a user confirms in a browser. Only a hash of the code is stored. */
export class LoginCode extends Row {
  static override tableName = 'login_codes'

  declare id: string
  /** Of the user who confirmed; null before, and for the platform. */
  declare tenantId: string | null
  /** The session whose action is confirmed; null for a login. */
  declare sessionId: string | null
  /** HMAC of the code that the user types. */
  declare codeHash: Buffer
  /** SHA-256 of the client's verifier. */
  declare challenge: Buffer
  /** What the client calls itself. */
  declare client: string
  declare userAgent: string | null
  declare ip: string | null
  declare createdAt: Date
  declare expiresAt: Date
  declare decision: 'confirmed' | 'rejected' | null
  /** The session in which the user confirmed. */
  declare confirmedBy: string | null
  /** For the session that the code opens; null without a provider, or if it issued none. */
  declare sealedRefreshToken: Buffer | null
}
