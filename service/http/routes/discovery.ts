import { localeOf } from '../locale.ts'
import { type Request, Router } from 'express'
import type { ActionContext } from '../../domain/kernel/context.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { applyFleet } from '../../domain/inventory/discovery/apply-fleet.ts'
import type { FleetFields } from '../../domain/inventory/discovery/fleet-fields.ts'
import { approveFleet } from '../../domain/inventory/discovery/approve-fleet.ts'
import { createFleet } from '../../domain/inventory/discovery/create-fleet.ts'
import { deleteFleet } from '../../domain/inventory/discovery/delete-fleet.ts'
import { getFleet, listFleets } from '../../domain/inventory/discovery/list-fleets.ts'
import { updateFleet } from '../../domain/inventory/discovery/update-fleet.ts'
import { requestScan } from '../../domain/inventory/discovery/request-scan.ts'
import { KeysDestroyed } from '../../keys/keyring.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Dependencies } from '../../dependencies.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, parseText, uuidOf } from '../pagination.ts'
import { presentFleet, presentFleetView } from '../present/fleet.ts'
import { scoped, scopedToTenant } from '../scoped.ts'
import { cancelDeviceJobs } from '../../domain/jobs/kinds/queue-ports.ts'

export function discoveryRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { signals, settings } = dependencies

  routes.get('/api/discovery/fleets', async (req: Req<'listFleets'>, res: Res<'listFleets'>) => {
    const { limit = 100, cursor, name } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { name: parseText(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(dependencies, req, (context) => listFleets(context, { limit: limit + 1, after, name }))
    const { page, link } = paginate(req, rows, limit, ({ name, id }) => [name, id])
    if (link) res.set('Link', link)
    res.json(
      await Promise.all(
        page.map(async (fleet) => presentFleet(fleet, await keysOf(dependencies, fleet), localeOf(req))),
      ),
    )
  })
  routes.post('/api/discovery/fleets', async (req: Req<'createFleet'>, res: Res<'createFleet'>) => {
    const { name, credential_id: credentialId } = req.body
    const wanted = { ...fieldsOf(req.body), name, credentialId }
    const fleet = await scopedToTenant(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentFleetView(await createFleet(context, wanted), null, localeOf(req)),
      ),
    )
    res.status(201).json(fleet)
  })
  routes.get('/api/discovery/fleets/:fleet_id', async (req: Req<'getFleet'>, res: Res<'getFleet'>) => {
    const view = await scoped(dependencies, req, (context) => getFleet(context, req.params.fleet_id))
    res.json(presentFleetView(view, await keysOf(dependencies, view.fleet), localeOf(req)))
  })
  routes.patch('/api/discovery/fleets/:fleet_id', async (req: Req<'updateFleet'>, res: Res<'updateFleet'>) => {
    const { fleet_id: id } = req.params
    const view = await scopedToTenant(dependencies, req, async (context) => {
      await requireFleet(context, req, id)
      return updateFleet(context, id, fieldsOf(req.body))
    })
    res.json(presentFleetView(view, await keysOf(dependencies, view.fleet), localeOf(req)))
  })
  routes.delete('/api/discovery/fleets/:fleet_id', async (req: Req<'deleteFleet'>, res) => {
    const { fleet_id: id } = req.params
    await scopedToTenant(dependencies, req, async (context) => {
      await requireFleet(context, req, id)
      await deleteFleet(context, id)
    })
    res.status(204).end()
  })
  routes.post(
    '/api/discovery/fleets/:fleet_id/approve-address',
    async (req: Req<'approveFleetAddress'>, res: Res<'approveFleetAddress'>) => {
      const { fleet_id: id } = req.params
      const view = await scopedToTenant(dependencies, req, (context) => approveFleet(context, id))
      res.json(presentFleetView(view, await keysOf(dependencies, view.fleet), localeOf(req)))
    },
  )
  routes.post('/api/discovery/fleets/:fleet_id/scan', async (req: Req<'scanFleet'>, res: Res<'scanFleet'>) => {
    const { fleet_id: id } = req.params
    const view = await scopedToTenant(dependencies, req, (context) => requestScan(context, id, signals))
    res.status(202).json(presentFleetView(view, await keysOf(dependencies, view.fleet), localeOf(req)))
  })
  routes.post('/api/discovery/fleets/:fleet_id/apply', async (req: Req<'applyFleet'>, res: Res<'applyFleet'>) => {
    const { fleet_id: id } = req.params
    const { keys, how = 'align' } = req.body
    const { timeZone, scheduleJitterMinutes } = settings
    const rules = { timeZone, scheduleJitterMinutes, platformPosture: 'strict' } as const // the strictest value
    res.json(
      await scopedToTenant(dependencies, req, (context) =>
        applyFleet(context, id, { keys, how }, rules, cancelDeviceJobs),
      ),
    )
  })
  return routes

  function requireFleet(
    context: ActionContext,
    req: Pick<Request, 'get' | 'acceptsLanguages'>,
    id: string,
  ): Promise<void> {
    return requireMatch(req, context, { table: 'fleets', id }, async () => {
      const view = await getFleet(context, id)
      return presentFleetView(view, await keysOf(dependencies, view.fleet), localeOf(req))
    })
  }
}

/** Returns the tenant's keys; null if they were destroyed. */
async function keysOf({ keys }: Dependencies, { tenantId }: { tenantId: string }): Promise<TenantKeys | null> {
  try {
    return await keys.of(tenantId)
  } catch (error) {
    if (error instanceof KeysDestroyed) return null
    throw error
  }
}

function fieldsOf(body: components['schemas']['FleetPatch']): Partial<FleetFields> {
  const { name, credential_id: credentialId, region, org_ids: orgIds, agent_ids: agentIds, schedule } = body
  return omitUndefined({ name, credentialId, region, orgIds, agentIds, schedule })
}
