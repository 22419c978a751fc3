import { Router } from 'express'
import { createTenant, prepareTenant } from '../../domain/tenants/create-tenant.ts'
import { type DestroyParts, destroyKey } from '../../domain/tenants/destroy-key.ts'
import { refreshDescription } from '../../domain/tenants/refresh-description.ts'
import { destroyedKeys, getTenant, listTenants, updateTenant } from '../../domain/tenants/tenants.ts'
import type { Pieces } from '../../pieces.ts'
import { defined } from '../defined.ts'
import { once } from '../once.ts'
import type { Req, Res } from '../operation.ts'
import { cutPage, decodeCursor, textOf } from '../pages.ts'
import { presentTenant } from '../present/tenant.ts'
import { scoped } from '../scoped.ts'

/** What the service cannot reach. */
const leftToDestroy =
  'The keys are gone from the database, the object store and the memory of every replica. Copies outside still hold them, ' +
  'wrapped under the master key: dumps in files, backups and logs of the database server, copies of its disk and of the ' +
  'bucket. Destroy those too, or the master key that they need.'

export function tenantRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/tenants', async (req: Req<'listTenants'>, res: Res<'listTenants'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 1)
    const after = position && textOf(position[0])
    const { rows, destroyed } = await scoped(pieces, req, async (call) => {
      const rows = await listTenants(call, { limit: limit + 1, after, q: req.query.q })
      return { rows, destroyed: await destroyedKeys(call, rows.map(({ id }) => id)) } // prettier-ignore
    })
    const { page, link } = cutPage(req, rows, limit, (tenant) => [tenant.slug])
    if (link) res.set('Link', link)
    res.json(page.map((tenant) => presentTenant(tenant, destroyed.get(tenant.id))))
  })
  routes.post('/api/tenants', async (req: Req<'createTenant'>, res: Res<'createTenant'>) => {
    const wanted = {
      slug: req.body.slug,
      name: req.body.name,
      restorePolicy: req.body.restore_policy,
      decommissionedRetentionDays: req.body.decommissioned_retention_days,
    }
    const prepared = await prepareTenant(pieces.masterKey, pieces.store, wanted, pieces.now())
    const tenant = await scoped(pieces, req, (call) =>
      once(pieces, req, call, async () => presentTenant(await createTenant(call, prepared, wanted), undefined)),
    )
    res.status(201).json(tenant)
  })
  routes.get('/api/tenants/:customer_id', async (req: Req<'getTenant'>, res: Res<'getTenant'>) => {
    const { customer_id: id } = req.params
    const answer = await scoped(pieces, req, async (call) => {
      return presentTenant(await getTenant(call, id), (await destroyedKeys(call, [id])).get(id))
    })
    res.json(answer)
  })
  routes.patch('/api/tenants/:customer_id', async (req: Req<'updateTenant'>, res: Res<'updateTenant'>) => {
    const change = {
      name: req.body.name,
      restorePolicy: req.body.restore_policy,
      decommissionedRetentionDays: req.body.decommissioned_retention_days,
    }
    const { tenant, destroyed } = await scoped(pieces, req, async (call) => {
      const tenant = await updateTenant(call, req.params.customer_id, defined(change))
      return { tenant, destroyed: await destroyedKeys(call, [tenant.id]) }
    })
    await refreshDescription({ ...pieces, log: req.log }, tenant)
    res.json(presentTenant(tenant, destroyed.get(tenant.id)))
  })
  routes.post('/api/tenants/:customer_id/destroy-key', async (req: Req<'destroyKey'>, res: Res<'destroyKey'>) => {
    const { store, failpoint } = pieces
    const parts: DestroyParts = { inCall: (work) => scoped(pieces, req, work), store, failpoint }
    const { tenantId, destroyedAt, changingDevices } = await destroyKey(parts, req.params.customer_id, req.body.confirm)
    pieces.keys.forget(tenantId)
    res.json({
      tenant_id: tenantId,
      destroyed_at: destroyedAt.toISOString(),
      changing_devices: changingDevices,
      notice: leftToDestroy,
    })
  })
  return routes
}
