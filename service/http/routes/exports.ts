import { Router } from 'express'
import {
  type TenantDefinition,
  type Exported,
  tenantIds,
  readTenantDefinition,
  recordExport,
  referencedCredentials,
} from '../../domain/inventory/transfer/tenant-definition.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import type { DeviceFilter } from '../../domain/inventory/devices/list-devices.ts'
import { type InCall, exportDevice, exportDevices } from '../../domain/inventory/transfer/export-devices.ts'
import { getTenant } from '../../domain/inventory/tenants/tenants.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import {
  type InventorySection,
  presentTenant,
  presentDefinition,
  writeDocument,
  writeDocuments,
} from '../present/inventory.ts'
import { writeTable } from '../present/inventory-table.ts'
import { scoped } from '../scoped.ts'
import { sendBytes } from '../send-bytes.ts'
import { deviceFilterIn } from '../device-filter.ts'

export function exportRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/tenants/export', async (req: Req<'exportTenants'>, res) => {
    const { with_devices: withDevices = false } = req.query
    const inTransaction: InCall = (work) => scoped(dependencies, req, work)
    const ids = await inTransaction(tenantIds)
    const sectionFrom = (definition: TenantDefinition) => wholeSection(inTransaction, definition, withDevices)
    const sections = sectionsOf(inTransaction, ids, wordsFor(withDevices), sectionFrom)
    await sendDocument(res, 'customers', writeDocuments(sections))
  })
  routes.get('/api/tenants/:customer_id/export', async (req: Req<'exportTenant'>, res) => {
    const { with_devices: withDevices = false } = req.query
    const inTransaction: InCall = (work) => scoped(dependencies, req, work)
    const definition = await inTransaction((context) => taken(context, req.params.customer_id, wordsFor(withDevices)))
    const section = wholeSection(inTransaction, definition, withDevices)
    await sendDocument(res, definition.tenant.slug, writeDocument(section))
  })
  routes.get('/api/devices/export', async (req: Req<'exportDevices'>, res) => {
    const inTransaction: InCall = (work) => scoped(dependencies, req, work)
    const named = req.caller?.tenantId ?? null
    const { format: _format, tenant: _tenant, ...wanted } = req.query
    const filter = deviceFilterIn(wanted)
    const { format = 'json' } = req.query
    const what: Exported = { what: 'devices', format, ...(Object.keys(filter).length > 0 && { filter }) }
    const ids = await inTransaction(tenantIds)
    const sections = sectionsOf(inTransaction, ids, what, (definition) =>
      deviceSection(inTransaction, definition, filter),
    )
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
    const document = await scoped(dependencies, req, async (context) => {
      const { tenantId, definition, decommissioned } = await exportDevice(context, id)
      const { slug, name } = await getTenant(context, tenantId)
      await recordExport(context, tenantId, { what: 'device', device: definition.name })
      return {
        customer: { slug, name },
        credentials_referenced: await referencedCredentials(context, tenantId, id),
        devices: [{ ...presentDefinition(definition), ...(decommissioned && { decommissioned }) }],
      }
    })
    res.json({ format: 'coffer-inventory', version: 1, ...document })
  })
  return routes
}

/** Yields tenants one after another. Each is read when its turn comes. */
async function* sectionsOf(
  inTransaction: InCall,
  ids: string[],
  what: Exported,
  sectionFrom: (definition: TenantDefinition) => InventorySection,
): AsyncGenerator<InventorySection> {
  for (const id of ids) yield sectionFrom(await inTransaction((context) => taken(context, id, what)))
}

function wordsFor(withDevices: boolean): Exported {
  return { what: withDevices ? 'customer with devices' : 'customer' }
}

async function taken(context: ActionContext, id: string, exported: Exported): Promise<TenantDefinition> {
  const definition = await readTenantDefinition(context, id)
  await recordExport(context, id, exported)
  return definition
}

function wholeSection(inTransaction: InCall, definition: TenantDefinition, withDevices: boolean): InventorySection {
  const { credentials, tenant } = definition
  const customer = presentTenant(definition)
  return withDevices
    ? { customer, credentials, devices: exportDevices(inTransaction, tenant.id) }
    : { customer, credentials }
}

function deviceSection(
  inTransaction: InCall,
  { tenant, credentials }: TenantDefinition,
  filter: DeviceFilter,
): InventorySection {
  const { id, slug, name } = tenant
  return { customer: { slug, name }, credentials, devices: exportDevices(inTransaction, id, filter) }
}

async function* tablesOf(sections: AsyncIterable<InventorySection>) {
  for await (const { customer, devices } of sections) if (devices) yield { slug: customer.slug, devices }
}

function sendDocument(res: Parameters<typeof sendBytes>[0], name: string, body: AsyncIterable<Buffer>) {
  const saveAs = `inventory-${name}.json`
  return sendBytes(res, { contentType: 'application/json; charset=utf-8', sizeBytes: null, body, saveAs })
}
