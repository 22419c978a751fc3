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
  declare passwordHash: string
  declare passwordChangedAt: Date
  declare disabledAt: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
