import { Row } from './row.ts'

/** A network that the last complete scan of a fleet found, or that was imported from it. */
export class FleetItem extends Row {
  static override tableName = 'fleet_items'
  static override idColumn = ['tenant_id', 'fleet_id', 'key']

  declare tenantId: string
  declare fleetId: string
  /** The vendor's key. */
  declare key: string
  declare name: string
  declare organisationId: string
  declare organisation: string
  declare productTypes: string[]
  declare isSeen: boolean
  /** The device that was imported for it, even if it is decommissioned. */
  declare deviceId: string | null
}
