import { Router } from 'express'
import {
  type CustomerDefinition,
  type Exported,
  customerIds,
  readCustomerDefinition,
  recordExport,
  referencedCredentials,
} from '../../domain/inventory/transfer/tenant-definition.ts'
import type { Call } from '../../domain/kernel/context.ts'
import type { DeviceFilter } from '../../domain/inventory/devices/list-devices.ts'
import { type InCall, exportDevice, exportDevices } from '../../domain/inventory/transfer/export-devices.ts'
import { getTenant } from '../../domain/inventory/tenants/tenants.ts'
import type { Pieces } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import {
  type InventorySection,
  presentCustomer,
  presentDefinition,
  writeDocument,
  writeDocuments,
} from '../present/inventory.ts'
import { writeTable } from '../present/inventory-table.ts'
import { scoped } from '../scoped.ts'
import { sendBytes } from '../send-bytes.ts'
import { deviceFilterIn } from '../device-filter.ts'

export function exportRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/tenants/export', async (req: Req<'exportTenants'>, res) => {
    const { with_devices: withDevices = false } = req.query
    const inCall: InCall = (work) => scoped(pieces, req, work)
    const ids = await inCall(customerIds)
    const sectionFrom = (definition: CustomerDefinition) => wholeSection(inCall, definition, withDevices)
    const sections = sectionsOf(inCall, ids, wordsFor(withDevices), sectionFrom)
    await sendDocument(res, 'customers', writeDocuments(sections))
  })
  routes.get('/api/tenants/:customer_id/export', async (req: Req<'exportTenant'>, res) => {
    const { with_devices: withDevices = false } = req.query
    const inCall: InCall = (work) => scoped(pieces, req, work)
    const definition = await inCall((call) => taken(call, req.params.customer_id, wordsFor(withDevices)))
    const section = wholeSection(inCall, definition, withDevices)
    await sendDocument(res, definition.tenant.slug, writeDocument(section))
  })
  routes.get('/api/devices/export', async (req: Req<'exportDevices'>, res) => {
    const inCall: InCall = (work) => scoped(pieces, req, work)
    const named = req.caller?.tenantId ?? null
    const { format: _format, tenant: _tenant, ...wanted } = req.query
    const filter = deviceFilterIn(wanted)
    const { format = 'json' } = req.query
    const what: Exported = { what: 'devices', format, ...(Object.keys(filter).length > 0 && { filter }) }
    const ids = await inCall(customerIds)
    const sections = sectionsOf(inCall, ids, what, (definition) => deviceSection(inCall, definition, filter))
    if (format === 'csv') {
      const saveAs = named ? 'devices.csv' : 'devices-of-all-customers.csv'
      const body = writeTable(tablesOf(sections), named === null)
      return sendBytes(res, { contentType: 'text/csv; charset=utf-8', sizeBytes: null, body, saveAs })
    }
    if (named === null) return sendDocument(res, 'all-devices', writeDocuments(sections))
    for await (const section of sections) await sendDocument(res, section.customer.slug, writeDocument(section))
  })
  routes.get('/api/devices/:device_id/export', async (req: Req<'exportDevice'>, res: Res<'exportDevice'>) => {
    const { device_id: id } = req.params
    const document = await scoped(pieces, req, async (call) => {
      const { tenantId, definition, decommissioned } = await exportDevice(call, id)
      const { slug, name } = await getTenant(call, tenantId)
      await recordExport(call, tenantId, { what: 'device', device: definition.name })
      return {
        customer: { slug, name },
        credentials_referenced: await referencedCredentials(call, tenantId, id),
        devices: [{ ...presentDefinition(definition), ...(decommissioned && { decommissioned }) }],
      }
    })
    res.json({ format: 'coffer-inventory', version: 1, ...document })
  })
  return routes
}

/** One after the other: what a customer is, is read when its turn comes. */
async function* sectionsOf(
  inCall: InCall,
  ids: string[],
  what: Exported,
  sectionFrom: (definition: CustomerDefinition) => InventorySection,
): AsyncGenerator<InventorySection> {
  for (const id of ids) yield sectionFrom(await inCall((call) => taken(call, id, what)))
}

function wordsFor(withDevices: boolean): Exported {
  return { what: withDevices ? 'customer with devices' : 'customer' }
}

async function taken(call: Call, id: string, exported: Exported): Promise<CustomerDefinition> {
  const definition = await readCustomerDefinition(call, id)
  await recordExport(call, id, exported)
  return definition
}

function wholeSection(inCall: InCall, definition: CustomerDefinition, withDevices: boolean): InventorySection {
  const { credentials, tenant } = definition
  const customer = presentCustomer(definition)
  return withDevices ? { customer, credentials, devices: exportDevices(inCall, tenant.id) } : { customer, credentials }
}

function deviceSection(
  inCall: InCall,
  { tenant, credentials }: CustomerDefinition,
  filter: DeviceFilter,
): InventorySection {
  const { id, slug, name } = tenant
  return { customer: { slug, name }, credentials, devices: exportDevices(inCall, id, filter) }
}

async function* tablesOf(sections: AsyncIterable<InventorySection>) {
  for await (const { customer, devices } of sections) if (devices) yield { slug: customer.slug, devices }
}

function sendDocument(res: Parameters<typeof sendBytes>[0], name: string, body: AsyncIterable<Buffer>) {
  const saveAs = `inventory-${name}.json`
  return sendBytes(res, { contentType: 'application/json; charset=utf-8', sizeBytes: null, body, saveAs })
}
