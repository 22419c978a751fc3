import { Row } from './row.ts'

/** A tenant's keys, wrapped with the master key. */
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
  /** Bundles of generations below this one are, or are being, removed from the object store. */
  declare formerRemovedBelow: number
  /** When all of them were removed, for the current generation. */
  declare formerRemovedAt: Date | null
}
