import type { Manifest } from '../../../../shared/repository/manifest.ts'
import { Device } from '../../../store/models/device.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { addBlackouts } from './add-blackouts.ts'
import type { OpenTenant } from './rebuild-dependencies.ts'
import { indexSearchTexts, searchTextOf } from '../../inventory/devices/device-search.ts'
import { addRetention } from './add-retention.ts'

/**
 * Adds the devices that manifests name and the database does not contain. They are disabled and have name, platform and
 * their own policies, but no address or credentials. A device that an earlier manifest added gets the name in the later
 * one.
 * @returns how many were added, and which of all were purged: their versions must not be restored
 */
export async function addDevices(
  context: TenantContext,
  manifests: Manifest[],
  dumped: Pick<OpenTenant, 'devices' | 'blackouts'>,
): Promise<{ added: number; purged: ReadonlySet<string> }> {
  const { trx } = context
  const named = new Map(manifests.map((manifest) => [manifest.device.id, manifest])) // the latest of each device
  const known = new Map((await Device.query(trx).findByIds([...named.keys()])).map((device) => [device.id, device]))
  const changed: Device[] = []
  let added = 0
  for (const [id, manifest] of named) {
    const device = known.get(id)
    if (device && (device.hostname !== unknownHost || device.name === manifest.device.name)) continue
    const name = await freeName(context, manifest.device.name, id)
    if (!device) added++
    changed.push(device ? await rename(context, device, name) : await add(context, manifest, name, dumped))
  }
  if (changed.length > 0) await indexSearchTexts(context, changed)
  return { added, purged: new Set([...known.values()].flatMap(({ id, purgedAt }) => (purgedAt ? [id] : []))) }
}

/** The API requires a host, so only devices that were added from manifests and not edited since have an empty one. */
export const unknownHost = ''

async function add(
  { trx, tenantId, now }: TenantContext,
  { device, capturedAt }: Manifest,
  name: string,
  { devices, blackouts }: Pick<OpenTenant, 'devices' | 'blackouts'>,
): Promise<Device> {
  const { retention = null, restorePolicy = null, trustPosture = null } = devices.get(device.id) ?? {}
  const added = await Device.query(trx)
    .insert({
      id: device.id,
      tenantId,
      name,
      hostname: unknownHost,
      platform: device.platform,
      options: {},
      enabled: false,
      hasHistory: true,
      search: searchTextOf({ name, hostname: unknownHost, site: '', tags: [] }),
      createdAt: new Date(capturedAt),
      updatedAt: now,
      restorePolicy,
      trustPosture,
    })
    .returning('*')
  await addRetention({ trx, now }, { tenantId, deviceId: device.id }, retention)
  await addBlackouts({ trx, now }, { tenantId, deviceId: device.id }, blackouts)
  return added
}

function rename({ trx, now }: TenantContext, device: Device, name: string): Promise<Device> {
  const search = searchTextOf({ ...device, name })
  return Device.query(trx).patchAndFetchById(device.id, { name, search, updatedAt: now }).execute()
}

/** Two devices may have had the same name at different times. */
async function freeName({ trx, tenantId }: TenantContext, name: string, id: string): Promise<string> {
  const other = await Device.query(trx).findOne({ tenantId, name }).whereNull('purgedAt')
  return other && other.id !== id ? `${name} (${id.slice(-12)})` : name
}
