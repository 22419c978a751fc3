import type { Manifest } from '../../../../shared/repository/manifest.ts'
import { Device } from '../../../store/models/device.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { addBlackouts } from './add-blackouts.ts'
import type { OpenTenant } from './rebuild-dependencies.ts'
import { indexSearchTexts, searchTextOf } from '../../inventory/devices/device-search.ts'
import { addRetention } from './add-retention.ts'

/**
 * Adds the devices that manifests name and the database does not know: disabled, with their name and platform, and
 * nothing of how to reach them, but with the policies of their own. One that an earlier manifest brought gets the name of the later one.
 * @returns how many came, and which of all were purged: what was theirs must not come back
 */
export async function addDevices(
  context: TenantContext,
  manifests: Manifest[],
  said: Pick<OpenTenant, 'devices' | 'blackouts'>,
): Promise<{ added: number; purged: ReadonlySet<string> }> {
  const { trx } = context
  const named = new Map(manifests.map((manifest) => [manifest.device.id, manifest])) // the latest of each
  const known = new Map((await Device.query(trx).findByIds([...named.keys()])).map((device) => [device.id, device]))
  const changed: Device[] = []
  let added = 0
  for (const [id, manifest] of named) {
    const device = known.get(id)
    if (device && (device.hostname !== unknownHost || device.name === manifest.device.name)) continue
    const name = await freeName(context, manifest.device.name, id)
    if (!device) added++
    changed.push(device ? await rename(context, device, name) : await add(context, manifest, name, said))
  }
  if (changed.length > 0) await indexSearchTexts(context, changed)
  return { added, purged: new Set([...known.values()].flatMap(({ id, purgedAt }) => (purgedAt ? [id] : []))) }
}

/** The API takes no device without a host, so this is one that nobody has looked after since. */
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

/** Two devices may have had one name, one after the other. */
async function freeName({ trx, tenantId }: TenantContext, name: string, id: string): Promise<string> {
  const other = await Device.query(trx).findOne({ tenantId, name }).whereNull('purgedAt')
  return other && other.id !== id ? `${name} (${id.slice(-12)})` : name
}
