import { Router } from 'express'
import type { components } from '../../../shared/contract/api-types.ts'
import { createDevice } from '../../domain/inventory/devices/create-device.ts'
import { decommissionDevice, decommissionDevices } from '../../domain/inventory/devices/decommission-device.ts'
import type { DeviceChange, DeviceFields, DeviceRules } from '../../domain/inventory/devices/device-fields.ts'
import { type DeviceView, getDevice } from '../../domain/inventory/devices/device-view.ts'
import {
  type DeviceOrder,
  type DevicePosition,
  isFact,
  listDevices,
} from '../../domain/inventory/devices/list-devices.ts'
import { reinstateDevice, reinstateDevices } from '../../domain/inventory/devices/reinstate-device.ts'
import { updateDevices } from '../../domain/inventory/devices/update-devices.ts'
import { updateDevice } from '../../domain/inventory/devices/update-device.ts'
import { listFactPeriods } from '../../domain/inventory/facts/list-fact-periods.ts'
import { listOccurrences } from '../../domain/policies/schedules/list-occurrences.ts'
import { platformPosture } from '../../domain/policies/posture/effective-posture.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { deviceFilterIn, selectionIn } from '../device-filter.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, parseText, uuidOf } from '../pagination.ts'
import { presentDevice, presentDevicesChanged } from '../present/device.ts'
import { localeOf } from '../locale.ts'
import { presentFactPeriod } from '../present/fact-period.ts'
import { presentOccurrence } from '../present/occurrence.ts'
import { scoped, scopedToTenant } from '../scoped.ts'
import { invalidField } from '../../domain/kernel/domain-error.ts'
import { cancelDeviceJobs } from '../../domain/jobs/kinds/queue-ports.ts'

type NewDevice = components['schemas']['NewDevice']

export function deviceRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/devices', async (req: Req<'listDevices'>, res: Res<'listDevices'>) => {
    const { limit = 100, cursor, sort = 'name', tenant: _tenant, ...wanted } = req.query
    const filter = deviceFilterIn(wanted)
    const order = orderOf(sort)
    const page = { limit: limit + 1, after: positionIn(order, decodeCursor(cursor, 2)) }
    const rows = await scoped(dependencies, req, (context) => listDevices(context, filter, order, page))
    const cut = paginate(req, rows, limit, (row) => [valueIn(order, row), row.device.id])
    if (cut.link) res.set('Link', cut.link)
    res.json(cut.page.map(presentDevice))
  })
  routes.post('/api/devices', async (req: Req<'createDevice'>, res: Res<'createDevice'>) => {
    const { name, hostname, platform, approve_address: approveAddress } = req.body
    const wanted = { ...fieldsOf(req.body), name, hostname, platform }
    const rules = await rulesFor(dependencies, req.body)
    const device = await scopedToTenant(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentDevice(await createDevice(context, wanted, rules, { approveAddress })),
      ),
    )
    res.status(201).json(device)
  })
  routes.patch('/api/devices', async (req: Req<'updateDevices'>, res: Res<'updateDevices'>) => {
    const { dry_run: dryRun = false } = req.query
    const { change = {}, add_tags: addTags = [], remove_tags: removeTags = [] } = req.body
    const selection = selectionIn(req.body)
    const wanted = {
      change: { ...fieldsOf(change), ...omitUndefined({ enabled: change.enabled }) },
      addTags,
      removeTags,
    }
    if (Object.keys(wanted.change).length + addTags.length + removeTags.length === 0) {
      throw invalidField('change', 'names_nothing_to_change')
    }
    const rules = await rulesFor(dependencies, change)
    const lines = await scopedToTenant(dependencies, req, (context) =>
      updateDevices(context, selection, wanted, rules, { dryRun, cancelJobs: cancelDeviceJobs }),
    )
    res.json(presentDevicesChanged(lines, dryRun, localeOf(req)))
  })
  routes.post('/api/devices/decommission', async (req: Req<'decommissionDevices'>, res: Res<'decommissionDevices'>) => {
    const { dry_run: dryRun = false } = req.query
    const selection = selectionIn(req.body)
    const lines = await scopedToTenant(dependencies, req, (context) =>
      decommissionDevices(context, selection, { dryRun, cancelJobs: cancelDeviceJobs }),
    )
    res.json(presentDevicesChanged(lines, dryRun, localeOf(req)))
  })
  routes.post('/api/devices/reinstate', async (req: Req<'reinstateDevices'>, res: Res<'reinstateDevices'>) => {
    const { dry_run: dryRun = false } = req.query
    const selection = selectionIn(req.body)
    const lines = await scopedToTenant(dependencies, req, (context) =>
      reinstateDevices(context, selection, dependencies.settings, { dryRun }),
    )
    res.json(presentDevicesChanged(lines, dryRun, localeOf(req)))
  })
  routes.get('/api/devices/:device_id', async (req: Req<'getDevice'>, res: Res<'getDevice'>) => {
    res.json(presentDevice(await scoped(dependencies, req, (context) => getDevice(context, req.params.device_id))))
  })
  routes.patch('/api/devices/:device_id', async (req: Req<'updateDevice'>, res: Res<'updateDevice'>) => {
    const { enabled, approve_address: approveAddress } = req.body
    const change: DeviceChange = { ...fieldsOf(req.body), ...omitUndefined({ enabled }) }
    const rules = await rulesFor(dependencies, req.body)
    const { device_id: id } = req.params
    const device = await scopedToTenant(dependencies, req, async (context) => {
      await requireMatch(req, context, { table: 'devices', id }, async () =>
        presentDevice(await getDevice(context, id)),
      )
      return updateDevice(context, id, change, rules, { approveAddress, cancelJobs: cancelDeviceJobs })
    })
    res.json(presentDevice(device))
  })
  routes.post(
    '/api/devices/:device_id/decommission',
    async (req: Req<'decommissionDevice'>, res: Res<'decommissionDevice'>) => {
      const { device_id: id } = req.params
      res.json(
        presentDevice(
          await scopedToTenant(dependencies, req, (context) => decommissionDevice(context, id, cancelDeviceJobs)),
        ),
      )
    },
  )
  routes.post('/api/devices/:device_id/reinstate', async (req: Req<'reinstateDevice'>, res: Res<'reinstateDevice'>) => {
    const { device_id: id } = req.params
    const device = await scopedToTenant(dependencies, req, (context) =>
      reinstateDevice(context, id, dependencies.settings),
    )
    res.json(presentDevice(device))
  })
  routes.get('/api/devices/:device_id/facts', async (req: Req<'listDeviceFacts'>, res: Res<'listDeviceFacts'>) => {
    const { limit = 100, cursor } = req.query
    const position = decodeCursor(cursor, 1)
    const page = { limit: limit + 1, before: position && instantOf(position[0]) }
    const rows = await scoped(dependencies, req, (context) => listFactPeriods(context, req.params.device_id, page))
    const cut = paginate(req, rows, limit, ({ firstSeenAt }) => [firstSeenAt.toISOString()])
    if (cut.link) res.set('Link', cut.link)
    res.json(cut.page.map(presentFactPeriod))
  })
  routes.get(
    '/api/devices/:device_id/occurrences',
    async (req: Req<'listOccurrences'>, res: Res<'listOccurrences'>) => {
      const { limit = 100, cursor } = req.query
      const position = decodeCursor(cursor, 1)
      const page = { limit: limit + 1, before: position && instantOf(position[0]) }
      const rows = await scoped(dependencies, req, (context) => listOccurrences(context, req.params.device_id, page))
      const cut = paginate(req, rows, limit, ({ occurrenceAt }) => [occurrenceAt.toISOString()])
      if (cut.link) res.set('Link', cut.link)
      res.json(cut.page.map(presentOccurrence))
    },
  )
  return routes
}

/** Returns the fields of a body as domain fields. */
function fieldsOf(body: Partial<NewDevice>): Partial<DeviceFields> {
  return omitUndefined({
    name: body.name,
    hostname: body.hostname,
    platform: body.platform,
    transportPref: body.transport_pref,
    schedule: body.schedule,
    site: body.site,
    tags: body.tags,
    credentialId: idOf(body.credential_id),
    credentialApiId: idOf(body.credential_api_id),
    credentialSshId: idOf(body.credential_ssh_id),
    agentIds: body.agent_ids && [...new Set(body.agent_ids.map((id) => id.toLowerCase()))],
    options: body.options,
    stalenessHours: body.staleness_hours,
    retryAttempts: body.retry_attempts,
    retryDelayMinutes: body.retry_delay_minutes,
    trustPosture: body.trust_posture,
    restorePolicy: body.restore_policy,
  })
}

/** Lower-cases a uuid: the contract accepts upper case, the database returns lower case. */
function idOf(id: string | null | undefined): string | null | undefined {
  return id?.toLowerCase() ?? id
}

/** Reads the platform's level in a separate scope, because a tenant's scope does not include its settings. */
async function rulesFor({ knex, settings }: Dependencies, body: Partial<NewDevice>): Promise<DeviceRules> {
  const { timeZone, scheduleJitterMinutes } = settings
  if (body.trust_posture !== 'tofu') return { timeZone, scheduleJitterMinutes, platformPosture: 'strict' }
  return {
    timeZone,
    scheduleJitterMinutes,
    platformPosture: await inScope(knex, { kind: 'platform' }, platformPosture),
  }
}

type Sort = NonNullable<Req<'listDevices'>['query']['sort']>

function orderOf(sort: Sort): DeviceOrder {
  return sort.startsWith('-')
    ? { by: sort.slice(1) as DeviceOrder['by'], direction: 'desc' }
    : { by: sort as DeviceOrder['by'], direction: 'asc' }
}

const shownFacts = {
  vendor: 'factVendor',
  model: 'factModel',
  serial: 'factSerial',
  os_version: 'factOsVersion',
  end_of_support_on: 'endOfSupportOn',
} as const

/** @throws DomainError validation_failed for a cursor of another order */
function positionIn({ by }: DeviceOrder, parts: (string | number | null)[] | null): DevicePosition | null {
  if (!parts) return null
  const [value, id] = parts
  if (by === 'name' || isFact(by)) return { value: parseText(value), id: uuidOf(id) }
  return { value: by === 'last_success_at' && value === null ? null : instantOf(value), id: uuidOf(id) }
}

function valueIn({ by }: DeviceOrder, { device }: DeviceView): string | null {
  if (by === 'name') return device.name
  if (isFact(by)) return device[shownFacts[by]]
  return by === 'created_at' ? device.createdAt : device.lastSuccessAt
}
