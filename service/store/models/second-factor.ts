import { Row } from './row.ts'

/** A factor that a user has beside the password. */
export class SecondFactor extends Row {
  static override tableName = 'second_factors'

  declare id: string
  declare tenantId: string | null
  declare userId: string
  declare kind: 'totp' | 'passkey'
  /** Chosen by the user; empty for `totp`. */
  declare name: string
  /** The shared secret of `totp`, sealed with the settings key. */
  declare sealedSecret: Buffer | null
  /** The time step of the last accepted code: no code is accepted twice. */
  declare lastStep: string | null
  /** Base64url, as WebAuthn names the passkey. */
  declare credentialId: string | null
  /** COSE key of the passkey. */
  declare publicKey: Buffer | null
  /** Signature counter of the passkey; 0 if its authenticator has none. */
  declare counter: string | null
  declare transports: string[]
  declare createdAt: Date
  /** When the user proved possession; null for a TOTP secret that was only issued. */
  declare confirmedAt: Date | null
  declare lastUsedAt: Date | null
}
