import { Blackout } from '../../../store/models/blackout.ts'
import type { Device } from '../../../store/models/device.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** Whose blackouts a device has: the platform's, its customer's, its site's and its own together. */
export type HeldDevice = Pick<Device, 'id' | 'tenantId' | 'site'>

/**
 * Reads what may hold some devices. In a customer's scope the platform's are not seen: they are handed in where they count.
 * @returns those of one of the devices, from the platform's down
 */
export async function readBlackouts(
  trx: ScopedTransaction,
  devices: readonly HeldDevice[],
): Promise<(device: HeldDevice) => Blackout[]> {
  const ids = devices.map(({ id }) => id)
  const tenants = [...new Set(devices.map(({ tenantId }) => tenantId))]
  const rows = await Blackout.query(trx)
    .whereRaw(
      `tenant_id is null or (tenant_id = any(:tenants::uuid[]) and (device_id is null or device_id = any(:ids::uuid[])))`,
      { tenants, ids },
    )
    .orderBy('position')
  if (rows.length === 0) return () => []
  return (device) => rows.filter((row) => holds(row, device)).toSorted((a, b) => depthOf(a) - depthOf(b))
}

function holds({ tenantId, site, deviceId }: Blackout, device: HeldDevice): boolean {
  if (tenantId !== null && tenantId !== device.tenantId) return false
  if (deviceId !== null) return deviceId === device.id
  return site === null || site === device.site
}

/** How far down the levels: 0 is the platform's. */
function depthOf({ tenantId, site, deviceId }: Blackout): number {
  if (deviceId !== null) return 3
  if (site !== null) return 2
  return tenantId === null ? 0 : 1
}
