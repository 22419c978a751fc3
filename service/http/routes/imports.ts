import { type Request, Router } from 'express'
import type { TenantContext } from '../../domain/kernel/context.ts'
import type { DeviceRules } from '../../domain/inventory/devices/device-fields.ts'
import { importDevices } from '../../domain/inventory/import-export/import-devices.ts'
import { importTenantDocument } from '../../domain/inventory/import-export/import-tenant-document.ts'
import { generalWarning } from '../../domain/inventory/import-export/import-report.ts'
import type { RawInventory } from '../../domain/inventory/import-export/raw-inventory.ts'
import { netboxPlatforms } from '../../domain/inventory/import-export/netbox-platforms.ts'
import { readDocument } from '../../domain/inventory/import-export/read-document.ts'
import { readNetbox } from '../../domain/inventory/import-export/read-netbox.ts'
import { readCsv } from '../../domain/inventory/import-export/read-csv.ts'
import { createConcurrencyLimiter } from '../../domain/kernel/concurrency-limiter.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import { getTenant } from '../../domain/inventory/tenants/list-tenants.ts'
import { platformPosture } from '../../domain/policies/posture/effective-posture.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { shapeTenant, shapeInventory, unknownOfTenant } from '../definition-shape.ts'
import { withIdempotency } from '../idempotency.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { presentImport } from '../present/import.ts'
import { scopedToTenant } from '../scoped.ts'
import { platformPolicies } from './policies.ts'
import { invalidField } from '../../domain/kernel/domain-error.ts'
import { cancelDeviceJobs } from '../../domain/jobs/kinds/queue-ports.ts'

export function importRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const netboxLimiter = createConcurrencyLimiter(netboxRoom)
  routes.post('/api/inventory/import/csv', async (req: Req<'importCsv'>, res: Res<'importCsv'>) => {
    const { ignore_unknown_columns: ignoreUnknown = true, from_customer: whose } = req.query
    const table = await readCsv(uploadedIn(req), await slugOf(dependencies, req), { ignoreUnknown, whose })
    res.json(await importInventory(dependencies, req, table, 'csv'))
  })
  routes.post('/api/inventory/import/json', async (req: Req<'importJson'>, res: Res<'importJson'>) => {
    const { inventory, customer } = readDocument(req.body, await slugOf(dependencies, req), req.query.from_customer)
    res.json(await importInventory(dependencies, req, inventory, 'json', customer))
  })
  routes.post('/api/inventory/import/netbox', async (req: Req<'importNetbox'>, res: Res<'importNetbox'>) => {
    const { url = req.query.url, token = req.query.token } = req.body ?? {}
    if (!url) throw invalidField('url', 'is_required')
    const ending = new AbortController()
    res.once('close', () => ending.abort())
    const leave = netboxLimiter.acquire(
      await scopedToTenant(dependencies, req, ({ tenantId }) => Promise.resolve(tenantId)),
    )
    try {
      const devices = await readNetbox(dependencies.outgoing, { url, token: token ?? null }, ending.signal)
      res.json(await importInventory(dependencies, req, devices, `netbox ${URL.parse(url)?.host}`))
    } finally {
      leave()
    }
  })
  return routes
}

/** Concurrency limits of imports from other servers, which may be slow: in total and for one tenant. */
const netboxRoom = { all: 4, own: 1 }

type Importing = Parameters<typeof scopedToTenant>[1] &
  Parameters<typeof withIdempotency>[1] &
  Pick<Request, 'log' | 'acceptsLanguages'> & { query: { dry_run?: boolean } }

async function importInventory(
  dependencies: Dependencies,
  req: Importing,
  raw: RawInventory,
  source: string,
  customer: Record<string, unknown> | null = null,
) {
  const { dry_run: dryRun = false } = req.query
  const rules = await rulesOf(dependencies)
  const inventory = await shapeInventory(withOwnPlatforms(raw))
  const platform = await platformPolicies(dependencies)
  const how = { dryRun, source, retention: platform.retention, cancelJobs: cancelDeviceJobs }
  const wanted = customer && shapeTenant(customer)
  const locale = localeOf(req)
  if (!wanted) {
    const work = async (context: TenantContext) =>
      presentImport(await importDevices(context, inventory, rules, how), dryRun, locale)
    return scopedToTenant(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, () => work(context)),
    )
  }
  inventory.warnings.push(...unknownOfTenant(customer).map(generalWarning))
  const work = async (context: TenantContext) => {
    const { report, made } = await importTenantDocument(
      context,
      { customer: wanted, inventory },
      { platform, rules },
      how,
    )
    return { ...presentImport(report, dryRun, locale), customer: made }
  }
  const report = await scopedToTenant(dependencies, req, (context) =>
    withIdempotency(dependencies, req, context, () => work(context)),
  )
  const tenant = await scopedToTenant(dependencies, req, (context) => getTenant(context, context.tenantId))
  if (!dryRun) await refreshDescription({ ...dependencies, log: req.log }, tenant)
  return report
}

/** Maps platform names of other inventories. Unknown names are rejected with the other fields. */
function withOwnPlatforms(raw: RawInventory): RawInventory {
  const lines = raw.lines.map((line) => {
    const { platform: name } = line.definition
    const platform = typeof name === 'string' ? netboxPlatforms({ slug: name, name }) : undefined
    return platform === undefined ? line : { ...line, definition: { ...line.definition, platform } }
  })
  return { ...raw, lines }
}

/** Reads the platform's level in a separate scope, because a tenant's scope does not include its settings. */
async function rulesOf({ knex, settings }: Dependencies): Promise<DeviceRules> {
  const { timeZone, scheduleJitterMinutes } = settings
  const posture = await inScope(knex, { kind: 'platform' }, platformPosture)
  return { timeZone, scheduleJitterMinutes, platformPosture: posture }
}

async function slugOf(dependencies: Dependencies, req: Importing): Promise<string> {
  const { slug } = await scopedToTenant(dependencies, req, (context) => getTenant(context, context.tenantId))
  return slug
}

/** Returns the file that the validator's form parser stored. The validator has checked that there is a field `file`. */
function uploadedIn(req: object): Buffer {
  const files = 'files' in req && Array.isArray(req.files) ? req.files : []
  const file = files.find(({ fieldname }) => fieldname === 'file')
  if (!file) throw invalidField('file', 'not_a_file_upload')
  return file.buffer
}
