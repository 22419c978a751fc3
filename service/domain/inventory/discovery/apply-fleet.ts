import { message } from '../../../../shared/messages/message.ts'
import { Agent } from '../../../store/models/agent.ts'
import { Device } from '../../../store/models/device.ts'
import { Fleet } from '../../../store/models/fleet.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { faultsOfDevices } from '../devices/validate-device.ts'
import { insertDevices } from '../devices/create-device.ts'
import { decommissionDevices } from '../devices/decommission-device.ts'
import { type DeviceRules, deviceDefaults } from '../devices/device-fields.ts'
import { reinstateDevice } from '../devices/reinstate-device.ts'
import { changeDevice } from '../devices/update-device.ts'
import { invalidFields, notFound } from '../../kernel/domain-error.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import { type FleetResult, viewFleet } from './fleet-view.ts'
import { isFleetApproved } from './approve-fleet.ts'
import { freeName, namesTaken } from './free-name.ts'
import type { CancelJobs } from '../devices/cancel-jobs.ts'

/** Result of each network, by the name of its device. */
export interface Applied {
  imported: string[]
  reinstated: string[]
  /** Devices that were in the inventory already; the fleet now manages them, and can decommission them. */
  adopted: string[]
  decommissioned: string[]
  unchanged: number
}

/** `add` decommissions nothing, `remove` imports nothing. */
export interface Selection {
  keys: string[]
  how: 'align' | 'add' | 'remove'
}

/**
 * Aligns the inventory with the selection. Selected networks are imported or reinstated. Networks that this fleet
 * imported and that are not selected are decommissioned and keep their backups. Devices in service that the fleet did
 * not import stay as they are. Repeating a selection changes nothing.
 * @throws DomainError validation_failed for a key that no complete scan has found, keys_destroyed
 */
export async function applyFleet(
  context: TenantContext,
  id: string,
  { keys, how }: Selection,
  rules: DeviceRules,
  cancelJobs: CancelJobs,
): Promise<Applied> {
  await requireKeys(context)
  const fleet = await Fleet.query(context.trx).findById(id).forUpdate()
  if (!fleet) throw notFound()
  const { results } = await viewFleet(context, fleet)
  refuseUnknown(keys, results)
  const applying: Applying = {
    context,
    fleet,
    rules,
    cancelJobs,
    agentIds: await agentsLeft(context, fleet),
    devices: await devicesOf(context, results),
    links: [],
    applied: { imported: [], reinstated: [], adopted: [], decommissioned: [], unchanged: 0 },
  }
  const named = new Set(keys)
  const isLeaving = {
    align: (key: string) => !named.has(key),
    add: () => false,
    remove: (key: string) => named.has(key),
  }[how]
  const wanted = how === 'remove' ? new Set<string>() : named
  // release and reinstate first: it decides which names are taken
  await release(
    applying,
    results.filter(({ key }) => isLeaving(key)),
  )
  const missing: FleetResult[] = []
  for (const item of results) {
    const device = item.inventoryId !== null && wanted.has(item.key) && applying.devices.get(item.inventoryId)
    if (device) await hold(applying, item, device)
    else if (wanted.has(item.key)) missing.push(item)
  }
  await importAll(applying, missing)
  await writeLinks(applying)
  const { imported, reinstated, adopted, decommissioned, unchanged } = applying.applied
  const detail = {
    name: fleet.name,
    how,
    imported: imported.length,
    reinstated: reinstated.length,
    adopted: adopted.length,
    decommissioned: decommissioned.length,
    unchanged,
  }
  await recordAudit(context, 'fleet.apply', { kind: 'fleet', id: fleet.id, tenantId: fleet.tenantId, detail })
  return applying.applied
}

interface Applying {
  context: TenantContext
  fleet: Fleet
  rules: DeviceRules
  cancelJobs: CancelJobs
  agentIds: string[]
  /** Devices of all networks, by id. */
  devices: ReadonlyMap<string, Device>
  /** The device that each network is linked to. */
  links: { key: string; deviceId: string }[]
  applied: Applied
}

function refuseUnknown(keys: string[], results: FleetResult[]): void {
  const known = new Set(results.map(({ key }) => key))
  const faults = keys.flatMap((key, at) =>
    known.has(key) ? [] : [{ path: `keys.${at}`, error: message('not_in_fleet_scan') }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

async function agentsLeft({ trx }: TenantContext, { agentIds }: Fleet): Promise<string[]> {
  const left = await Agent.query(trx).findByIds(agentIds).select('id')
  return left.map(({ id }) => id)
}

async function devicesOf({ trx }: TenantContext, results: FleetResult[]): Promise<Map<string, Device>> {
  const ids = results.flatMap(({ deviceId, inventoryId }) => [deviceId, inventoryId].filter((id) => id !== null))
  const devices = await Device.query(trx).whereRaw('id = any(?::uuid[])', [ids])
  return new Map(devices.map((device) => [device.id, device]))
}

/** Decommissions only devices that this fleet imported. */
async function release({ context, devices, applied, cancelJobs }: Applying, items: FleetResult[]): Promise<void> {
  const leaving = items
    .flatMap(({ deviceId }) => (deviceId === null ? [] : (devices.get(deviceId) ?? [])))
    .filter((device) => !device.decommissionedAt && !device.purgedAt)
  if (leaving.length === 0) return
  await decommissionDevices(context, { ids: leaving.map(({ id }) => id) }, { dryRun: false, cancelJobs })
  applied.decommissioned.push(...leaving.map(({ name }) => name))
}

async function hold(applying: Applying, item: FleetResult, device: Device): Promise<void> {
  const { context, rules, links, applied } = applying
  if (device.decommissionedAt) {
    await reinstateDevice(context, device.id, rules)
    const { options, ...fields } = fieldsFor(applying, item)
    await changeDevice(context, device.id, { ...fields, options: { ...device.options, ...options } }, rules)
    applied.reinstated.push(device.name)
  } else if (item.deviceId !== device.id) applied.adopted.push(device.name)
  else applied.unchanged += 1
  links.push({ key: item.key, deviceId: device.id })
}

/** Devices written in one batch. */
const batch = 500

async function importAll(applying: Applying, items: FleetResult[]): Promise<void> {
  const { context, rules, links, applied } = applying
  const taken = await namesTaken(context, items)
  for (let at = 0; at < items.length; at += batch) {
    const some = items.slice(at, at + batch)
    const devices = some.map((item) => {
      const name = freeName(item, taken)
      taken.add(name)
      return {
        ...deviceDefaults,
        name,
        hostname,
        platform: 'netco_meraki',
        ...fieldsFor(applying, item),
        enabled: true,
      }
    })
    const inputs = devices.map((fields) => ({ fields, specifiedFields: new Set(specifiedFields) }))
    const faults = (await faultsOfDevices(context, inputs, rules)).flat()
    if (faults.length > 0) throw invalidFields(faults)
    const ids = await insertDevices(context, devices, rules, { approveAddress: isFleetApproved(applying.fleet) })
    for (const [index, { name, platform }] of devices.entries()) {
      const id = ids[index] ?? ''
      links.push({ key: some[index]?.key ?? '', deviceId: id })
      await recordAudit(context, 'device.create', { kind: 'device', id, detail: { name, hostname, platform } })
      applied.imported.push(name)
    }
  }
}

/** For display only: options and settings determine the actual host. */
const hostname = 'api.meraki.com'

/** Fields of the fleet whose references may have become invalid. */
const specifiedFields = ['credentialId', 'agentIds', 'schedule', 'options'] as const

async function writeLinks({ context, fleet, links }: Applying): Promise<void> {
  await context.trx.raw(
    `update fleet_items i set device_id = w.device_id
     from unnest(?::text[], ?::uuid[]) as w (key, device_id)
     where i.tenant_id = ? and i.fleet_id = ? and i.key = w.key and i.device_id is distinct from w.device_id`,
    [links.map(({ key }) => key), links.map(({ deviceId }) => deviceId), fleet.tenantId, fleet.id],
  )
}

/** Returns the fields that the fleet sets on every imported device. */
function fieldsFor({ fleet, agentIds }: Applying, { key, organisationId }: FleetResult) {
  return {
    credentialId: fleet.credentialId,
    schedule: fleet.schedule,
    agentIds,
    options: {
      netco_network_id: key,
      netco_org_id: organisationId,
      ...(fleet.region !== null && { netco_region: fleet.region }),
    },
  }
}
