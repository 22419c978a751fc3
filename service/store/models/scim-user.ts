import type { Role } from '../../../shared/permissions/permissions.ts'
import { Row } from './row.ts'

/** An account that an identity provider created over SCIM. */
export class ScimUser extends Row {
  static override tableName = 'scim_users'
  static override idColumn = 'user_id'

  declare userId: string
  declare tenantId: string | null
  declare providerId: string
  declare userName: string
  /** The provider's id for the user. */
  declare externalId: string | null
  /** Parts of the name as the provider states them, null without; `users.name` is the name that Coffer shows. */
  declare givenName: string | null
  declare familyName: string | null
  /** As the provider states it; an administrator of Coffer can disable the account too. */
  declare isActive: boolean
  /** The role that the groups gave; null: none. A login can give the account another. */
  declare groupRole: Role | null
  /** The stored role of a custom role. */
  declare groupRoleId: string | null
  /** Since when the provider has deleted the user; the account is disabled. */
  declare deletedAt: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
