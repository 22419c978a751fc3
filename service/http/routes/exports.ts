import { Router } from 'express'
import {
  type TenantDefinition,
  type ExportAuditDetail,
  auditDetail,
  exportTenant,
  exportTenants,
  recordExport,
  referencedCredentials,
  listTenantIds,
} from '../../domain/inventory/import-export/export-tenant.ts'
import type { DeviceFilter } from '../../domain/inventory/devices/list-devices.ts'
import {
  type RunInCallerTransaction,
  exportDevice,
  exportDevices,
} from '../../domain/inventory/import-export/export-devices.ts'
import { getTenant } from '../../domain/inventory/tenants/list-tenants.ts'
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
    const inTransaction: RunInCallerTransaction = (work) => scoped(dependencies, req, work)
    const ids = await inTransaction(listTenantIds)
    const tenants = exportTenants(inTransaction, ids, auditDetail(withDevices))
    const sections = mapEach(tenants, (tenant) => tenantSection(inTransaction, tenant, withDevices))
    await sendDocument(res, 'customers', writeDocuments(sections))
  })
  routes.get('/api/tenants/:customer_id/export', async (req: Req<'exportTenant'>, res) => {
    const { with_devices: withDevices = false } = req.query
    const inTransaction: RunInCallerTransaction = (work) => scoped(dependencies, req, work)
    const definition = await inTransaction((context) =>
      exportTenant(context, req.params.customer_id, auditDetail(withDevices)),
    )
    const section = tenantSection(inTransaction, definition, withDevices)
    await sendDocument(res, definition.tenant.slug, writeDocument(section))
  })
  routes.get('/api/devices/export', async (req: Req<'exportDevices'>, res) => {
    const inTransaction: RunInCallerTransaction = (work) => scoped(dependencies, req, work)
    const callerTenantId = req.caller?.tenantId ?? null
    const { format: _format, tenant: _tenant, ...conditions } = req.query
    const filter = deviceFilterIn(conditions)
    const { format = 'json' } = req.query
    const hasFilter = Object.keys(filter).length > 0
    const detail: ExportAuditDetail = { what: 'devices', format, ...(hasFilter && { filter }) }
    const tenants = exportTenants(inTransaction, await inTransaction(listTenantIds), detail)
    const sections = mapEach(tenants, (tenant) => deviceSection(inTransaction, tenant, filter))
    if (format === 'csv') {
      const saveAs = callerTenantId ? 'devices.csv' : 'devices-of-all-customers.csv'
      const body = writeTable(deviceTables(sections), callerTenantId === null)
      return sendBytes(res, { contentType: 'text/csv; charset=utf-8', sizeBytes: null, body, saveAs })
    }
    if (callerTenantId === null) return sendDocument(res, 'all-devices', writeDocuments(sections))
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

function tenantSection(
  inTransaction: RunInCallerTransaction,
  definition: TenantDefinition,
  withDevices: boolean,
): InventorySection {
  const { credentials, tenant } = definition
  const customer = presentTenant(definition)
  return withDevices
    ? { customer, credentials, devices: exportDevices(inTransaction, tenant.id) }
    : { customer, credentials }
}

function deviceSection(
  inTransaction: RunInCallerTransaction,
  { tenant, credentials }: TenantDefinition,
  filter: DeviceFilter,
): InventorySection {
  const { id, slug, name } = tenant
  return { customer: { slug, name }, credentials, devices: exportDevices(inTransaction, id, filter) }
}

async function* mapEach<T, R>(items: AsyncIterable<T>, present: (item: T) => R): AsyncGenerator<R> {
  for await (const item of items) yield present(item)
}

async function* deviceTables(sections: AsyncIterable<InventorySection>) {
  for await (const { customer, devices } of sections) if (devices) yield { slug: customer.slug, devices }
}

function sendDocument(res: Parameters<typeof sendBytes>[0], name: string, body: AsyncIterable<Buffer>) {
  const saveAs = `inventory-${name}.json`
  return sendBytes(res, { contentType: 'application/json; charset=utf-8', sizeBytes: null, body, saveAs })
}
