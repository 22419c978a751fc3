import type { ApprovalAction } from '../../../shared/permissions/approval-actions.ts'
import { Row } from './row.ts'

/** A request that a code confirms. `path` has its query; `body` contains no secret. */
export interface ConfirmedRequest {
  /** The contract's operation. */
  operation: string
  method: string
  path: string
  body: unknown
  /** What the request names, in the caller's scope; null if nothing has a name. */
  objectName: string | null
  /** Of the tenant that the request names. */
  tenantName: string | null
  /** Absent in a code of an earlier version. */
  details?: ConfirmedDetails
}

/** What a user must know of a request whose path states an id only. */
export interface ConfirmedDetails {
  /** Of a policy. */
  level: string | null
  factorKind: 'totp' | 'passkey' | null
  fingerprint: {
    kind: 'ssh_host_key' | 'tls_certificate'
    host: string
    port: number
    fingerprint: string
    deviceName: string | null
  } | null
  /** The request that the approval approves; `body` contains no secret. */
  approval: { action: ApprovalAction; method: string; path: string; body: unknown; reason: string } | null
}

/** A login, or an action of a session, that a user confirms in a browser. Only a hash of the code is stored. */
export class LoginCode extends Row {
  static override tableName = 'login_codes'
  static override jsonAttributes = ['action']

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
  /** What the session will request; null for a login. */
  declare action: ConfirmedRequest | null
  /** SHA-256 of the request; null for a login. */
  declare fingerprint: Buffer | null
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
