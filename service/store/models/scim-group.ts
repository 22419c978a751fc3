import { Row } from './row.ts'

/** A group of an identity provider, as it describes it over SCIM. */
export class ScimGroup extends Row {
  static override tableName = 'scim_groups'

  declare id: string
  declare tenantId: string | null
  declare providerId: string
  /** Value of the claim `groups` in role mappings. */
  declare displayName: string
  /** The provider's id for the group. */
  declare externalId: string | null
  declare createdAt: Date
  declare updatedAt: Date
}
