import type { components } from '../../../shared/contract/api-types.ts'
import { Row } from './row.ts'

/** A role that an administrator defined; those of the platform have no tenant. */
export class StoredRole extends Row {
  static override tableName = 'roles'

  declare id: string
  declare tenantId: string | null
  declare name: string
  declare description: string
  declare permissions: components['schemas']['Permission'][]
  /** Devices of one of these sites, or with one of these tags; both empty: all devices. */
  declare sites: string[]
  declare tags: string[]
  /** Tenants that a role of the platform sees; empty: all. */
  declare tenantIds: string[]
  declare createdAt: Date
  declare createdBy: string
  declare updatedAt: Date
  declare updatedBy: string
}
