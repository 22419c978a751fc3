import { Row } from './row.ts'

/** A login or a confirmation at an identity provider that is not complete. Only hashes of its codes are stored. */
export class SsoFlow extends Row {
  static override tableName = 'sso_flows'

  declare id: string
  declare tenantId: string | null
  declare providerId: string
  /** The session that confirms; null for a login. */
  declare sessionId: string | null
  /** Of the `state` that the provider returns; null once it was returned. */
  declare stateHash: Buffer | null
  /** Of the code for the client; null before the provider answered. */
  declare codeHash: Buffer | null
  /** SHA-256 of the client's verifier. */
  declare challenge: Buffer
  declare returnTo: string
  /** What the provider's answer is verified with. */
  declare sealedRequest: Buffer
  /** What the provider answered; null before. */
  declare sealedOutcome: Buffer | null
  declare createdAt: Date
  declare expiresAt: Date
}
