import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { slugsOf } from './find-tenant.ts'
import type { Connection } from './connection.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { isUuid } from './is-uuid.ts'
import { dataOf, rowsOf } from './pages.ts'

export type Device = components['schemas']['Device']

/** Maximum number of similar names in an error message. */
const suggestions = 5

/**
 * Returns the device with this name or id. The name of a purged device may be reused: the existing device is returned.
 * @throws CommandEnd if no device matches, or devices of several tenants match
 */
export async function findDevice(connection: Connection, named: string): Promise<Device> {
  const { api } = connection
  const tenant = await connection.tenantId()
  if (isUuid(named)) {
    const params = { path: { device_id: named }, query: { tenant } }
    return dataOf(await api.GET('/api/devices/{device_id}', { params }))
  }
  const same = await Array.fromAsync(
    rowsOf<Device>((page) => api.GET('/api/devices', { params: { query: { name: named, tenant, ...page } } })),
  )
  const living = same.filter(({ purged_at: purgedAt }) => purgedAt === null)
  const [device, another] = living.length > 0 ? living : same
  if (!device) throw await unknown(connection, named)
  if (another) throw await ambiguous(connection, named, living.length > 0 ? living : same)
  return device
}

/**
 * Returns the devices with these names, in order, and their common tenant.
 * @throws CommandEnd
 */
export async function findDevices(connection: Connection, names: readonly string[]): Promise<Device[]> {
  const devices: Device[] = []
  for (const name of names) devices.push(await findDevice(connection, name))
  if (new Set(devices.map(({ tenant_id: tenantId }) => tenantId)).size > 1) {
    throw new CommandEnd(exitCodes.unusable, message('devices_of_several_customers'))
  }
  return devices
}

async function unknown(connection: Connection, named: string): Promise<CommandEnd> {
  const query = { q: named, tenant: await connection.tenantId(), limit: suggestions }
  const names = dataOf(await connection.api.GET('/api/devices', { params: { query } })).map(({ name }) => name)
  const hint =
    names.length > 0 ? message('similar_names', { names }) : message('run_command', { command: 'coffer devices' })
  return new CommandEnd(exitCodes.notFound, message('name_not_found', { kind: 'device', name: named }), hint)
}

async function ambiguous({ api }: Connection, named: string, same: readonly Device[]): Promise<CommandEnd> {
  const slugs = await slugsOf(api)
  const whose = same.map(({ tenant_id: id }) => slugs.get(id) ?? id)
  return new CommandEnd(
    exitCodes.notFound,
    message('device_of_several_customers', { device: named, customers: whose }),
    message('add_option', { option: `--tenant ${whose[0]}` }),
  )
}
