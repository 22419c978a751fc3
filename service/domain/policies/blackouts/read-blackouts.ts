import { Blackout } from '../../../store/models/blackout.ts'
import type { Device } from '../../../store/models/device.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/**
 * A device with the fields that select its blackouts: those of the platform, its tenant, its site and its own. An ID of
 * null stands for devices that have none of their own.
 */
export type HeldDevice = Pick<Device, 'tenantId' | 'site'> & { id: string | null }

/**
 * Reads the blackouts of some devices. A tenant's transaction cannot read the platform's: the caller adds them where
 * needed.
 * @returns a function that returns those of one device, from the platform's down
 */
export async function readBlackouts(
  trx: ScopedTransaction,
  devices: readonly HeldDevice[],
): Promise<(device: HeldDevice) => Blackout[]> {
  const ids = devices.flatMap(({ id }) => id ?? [])
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

/** Depth of the level: 0 is the platform. */
function depthOf({ tenantId, site, deviceId }: Blackout): number {
  if (deviceId !== null) return 3
  if (site !== null) return 2
  return tenantId === null ? 0 : 1
}
