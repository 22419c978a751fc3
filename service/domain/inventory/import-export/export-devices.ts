import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type DeviceFilter, whereFilter } from '../devices/list-devices.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { type DeviceDefinition, definitionsOf } from './device-definition.ts'

/** Runs `work` in one transaction of the caller's scope: an export uses many and has none open while it sends. */
export type RunInCallerTransaction = <T>(work: (context: ActionContext) => Promise<T>) => Promise<T>

const pageSize = 1_000

/** Yields the devices of a tenant that are in service and match the filter, by name, in pages. */
export async function* exportDevices(
  inTransaction: RunInCallerTransaction,
  tenantId: string,
  filter: DeviceFilter = {},
): AsyncGenerator<DeviceDefinition[]> {
  let after: Device | undefined
  let startedAt: Date | undefined
  do {
    const page = await inTransaction(async (current) => {
      startedAt ??= current.now
      const context = { ...current, now: startedAt } // one instant for all pages: states depend on it
      const devices = await readDevicePage(context, { tenantId, filter, after })
      return {
        last: devices.length === pageSize ? devices.at(-1) : undefined,
        definitions: await definitionsOf(context, devices),
      }
    })
    if (page.definitions.length > 0) yield page.definitions
    after = page.last
  } while (after)
}

/**
 * Returns one device, in service or decommissioned.
 * @throws DomainError not_found
 */
export async function exportDevice(
  context: ActionContext,
  id: string,
): Promise<{ tenantId: string; definition: DeviceDefinition; decommissioned: boolean }> {
  const device = await Device.query(context.trx).findById(id)
  const [definition] = await definitionsOf(context, device ? [device] : [])
  if (!device || !definition) throw notFound()
  return { tenantId: device.tenantId, definition, decommissioned: device.decommissionedAt !== null }
}

async function readDevicePage(
  context: ActionContext,
  { tenantId, filter, after }: { tenantId: string; filter: DeviceFilter; after: Device | undefined },
): Promise<Device[]> {
  const query = Device.query(context.trx).where({ tenantId }).whereNull('decommissionedAt').orderBy(['name', 'id'])
  if (after) query.whereRaw('(name, id) > (?, ?)', [after.name, after.id])
  await whereFilter(context, query, filter)
  return query.limit(pageSize).execute()
}
