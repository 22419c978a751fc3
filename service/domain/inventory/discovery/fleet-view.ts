import { FleetItem } from '../../../store/models/fleet-item.ts'
import type { Fleet } from '../../../store/models/fleet.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** A network with its inventory state: whether it is in the inventory, and whether this fleet imported it. */
export type FleetResult = FleetItem & {
  isExisting: boolean
  /** The device that is, or last was, this network; the fleet or a user may have added it. */
  inventoryId: string | null
  /** Name of that device. */
  inventoryName: string | null
}

export interface FleetView {
  fleet: Fleet
  results: FleetResult[]
}

/** Returns a fleet with the results of the last complete scan, by organisation and name. */
export async function viewFleet({ trx }: ActionContext, fleet: Fleet): Promise<FleetView> {
  const results = await FleetItem.query(trx)
    .where({ tenantId: fleet.tenantId, fleetId: fleet.id })
    .select('fleet_items.*', trx.raw(isExistingColumn), ...inventoryColumns.map((column) => trx.raw(column)))
    .orderBy(['organisation', 'name', 'key'])
    .execute()
  return { fleet, results: results as FleetResult[] }
}

/** Finds a network's device by its option, whether a user or the fleet added it; devices in service first. */
const devicesOfNetwork = `from devices d
  where d.tenant_id = fleet_items.tenant_id and d.platform = 'netco_meraki' and d.purged_at is null
    and d.options ->> 'netco_network_id' = fleet_items.key`

const isExistingColumn = `exists (select ${devicesOfNetwork} and d.decommissioned_at is null) as is_existing`

const inventoryColumns = ['id', 'name'].map(
  (field) => `(select d.${field} ${devicesOfNetwork}
    order by d.decommissioned_at desc nulls first, d.id limit 1) as inventory_${field}`,
)
