import { Row } from './row.ts'

/** A customer's keys, wrapped under the master key. */
export class TenantKey extends Row {
  static override tableName = 'tenant_keys'
  static override idColumn = 'tenant_id'

  declare tenantId: string
  declare generation: number
  declare bundle: Buffer
  declare repositoryPublicKey: Buffer
  declare createdAt: Date
  declare wrappedAt: Date
  declare storedAt: Date | null
  declare destroyedAt: Date | null
}
