import { Row } from './row.ts'

/** A user; platform roles belong to no tenant. */
export class User extends Row {
  static override tableName = 'users'

  declare id: string
  declare tenantId: string | null
  declare email: string
  declare name: string
  declare role:
    | 'platform_admin'
    | 'platform_auditor'
    | 'platform_custom'
    | 'platform_operator'
    | 'tenant_admin'
    | 'tenant_auditor'
    | 'tenant_custom'
    | 'tenant_operator'
    | 'tenant_readonly'
  /** The stored role of `tenant_custom` and `platform_custom`; null: no permissions. */
  declare roleId: string | null
  /** Null for a user who only logs in with an identity provider. */
  declare passwordHash: string | null
  declare passwordChangedAt: Date
  /** Sessions of the user can only change the password: another person set it, or it became known. */
  declare passwordChangeRequired: boolean
  declare disabledAt: Date | null
  declare identityProviderId: string | null
  /** The provider's name for the user (`sub`), unique at the provider. */
  declare providerSubject: string | null
  /** Since when the provider no longer accepts the user; API tokens are refused until the next login. */
  declare suspendedAt: Date | null
  /** May log in with the password even if the provider is required. */
  declare isBreakGlass: boolean
  /** Owns API tokens and cannot log in. */
  declare isServiceAccount: boolean
  declare createdAt: Date
  declare updatedAt: Date
}
