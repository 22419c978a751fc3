import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { slugsByTenantId } from './find-tenant.ts'
import type { Connection } from './connection.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { isUuid } from './is-uuid.ts'
import { dataOf, rowsOf } from './pages.ts'

export type Device = components['schemas']['Device']

/** Maximum number of similar names in an error message. */
const suggestions = 5

/**
 * Returns the device with this name or id. The name of a purged device may be reused: the existing device is returned.
 * @throws CommandError if no device matches, or devices of several tenants match
 */
export async function findDevice(connection: Connection, nameOrId: string): Promise<Device> {
  const { api } = connection
  const tenant = await connection.tenantId()
  if (isUuid(nameOrId)) {
    const params = { path: { device_id: nameOrId }, query: { tenant } }
    return dataOf(await api.GET('/api/devices/{device_id}', { params }))
  }
  const matches = await Array.fromAsync(
    rowsOf<Device>((page) => api.GET('/api/devices', { params: { query: { name: nameOrId, tenant, ...page } } })),
  )
  const existing = matches.filter(({ purged_at: purgedAt }) => purgedAt === null)
  const [device, duplicate] = existing.length > 0 ? existing : matches
  if (!device) throw await notFoundError(connection, nameOrId)
  if (duplicate) throw await ambiguousError(connection, nameOrId, existing.length > 0 ? existing : matches)
  return device
}

/**
 * Returns the devices with these names, each once, in order, and their common tenant.
 * @throws CommandError
 */
export async function findDevices(connection: Connection, names: readonly string[]): Promise<Device[]> {
  const devices: Device[] = []
  for (const name of names) {
    const device = await findDevice(connection, name)
    if (!devices.some(({ id }) => id === device.id)) devices.push(device)
  }
  if (new Set(devices.map(({ tenant_id: tenantId }) => tenantId)).size > 1) {
    throw new CommandError(exitCodes.unusable, message('devices_of_several_customers'))
  }
  return devices
}

async function notFoundError(connection: Connection, nameOrId: string): Promise<CommandError> {
  const query = { q: nameOrId, tenant: await connection.tenantId(), limit: suggestions }
  const names = dataOf(await connection.api.GET('/api/devices', { params: { query } })).map(({ name }) => name)
  const hint =
    names.length > 0 ? message('similar_names', { names }) : message('run_command', { command: 'coffer devices' })
  return new CommandError(exitCodes.notFound, message('name_not_found', { kind: 'device', name: nameOrId }), hint)
}

async function ambiguousError(
  { api }: Connection,
  nameOrId: string,
  matches: readonly Device[],
): Promise<CommandError> {
  const slugs = await slugsByTenantId(api)
  const slugsOfMatches = matches.map(({ tenant_id: id }) => slugs.get(id) ?? id)
  return new CommandError(
    exitCodes.notFound,
    message('device_of_several_customers', { device: nameOrId, customers: slugsOfMatches }),
    message('add_option', { option: `--tenant ${slugsOfMatches[0]}` }),
  )
}
