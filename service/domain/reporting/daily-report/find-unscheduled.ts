import { Device } from '../../../store/models/device.ts'
import { type Counting, isUnscheduled } from './count-devices.ts'
import type { UnscheduledDevice } from './daily-report.ts'

/** Maximum number of devices listed per tenant. */
const maxListed = 5_000

/**
 * Returns the devices in service that have no schedule and were never tried, by tenant and name. A tenant whose keys
 * were destroyed has no such devices.
 */
export async function findUnscheduled({ trx, tenantId }: Counting): Promise<Map<string, UnscheduledDevice[]>> {
  const query = Device.query(trx)
    .select('tenantId', 'id', 'name', 'site')
    .whereRaw(isUnscheduled)
    .whereRaw(
      'not exists (select from tenant_keys k where k.tenant_id = devices.tenant_id and k.destroyed_at is not null)',
    )
    .orderBy(['tenantId', 'name', 'id'])
  if (tenantId !== null) query.where({ tenantId })
  const found = new Map<string, UnscheduledDevice[]>()
  for (const { tenantId: whose, id, name, site } of await query) {
    const own = found.get(whose) ?? []
    if (own.length < maxListed) own.push({ deviceId: id, name, site })
    found.set(whose, own)
  }
  return found
}
