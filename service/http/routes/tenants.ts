import { Router } from 'express'
import { createTenant, prepareTenant } from '../../domain/tenants/create-tenant.ts'
import { getTenant, listTenants, updateTenant } from '../../domain/tenants/tenants.ts'
import type { Pieces } from '../../pieces.ts'
import { defined } from '../defined.ts'
import type { Req, Res } from '../operation.ts'
import { cutPage, decodeCursor, textOf } from '../pages.ts'
import { presentTenant } from '../present/tenant.ts'
import { scoped } from '../scoped.ts'

export function tenantRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/tenants', async (req: Req<'listTenants'>, res: Res<'listTenants'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 1)
    const after = position && textOf(position[0])
    const rows = await scoped(pieces, req, (call) => listTenants(call, { limit: limit + 1, after, q: req.query.q }))
    const { page, link } = cutPage(req, rows, limit, (tenant) => [tenant.slug])
    if (link) res.set('Link', link)
    res.json(page.map(presentTenant))
  })
  routes.post('/api/tenants', async (req: Req<'createTenant'>, res: Res<'createTenant'>) => {
    const prepared = await prepareTenant(pieces.masterKey, pieces.store)
    const tenant = await scoped(pieces, req, (call) =>
      createTenant(call, prepared, {
        slug: req.body.slug,
        name: req.body.name,
        restorePolicy: req.body.restore_policy,
        decommissionedRetentionDays: req.body.decommissioned_retention_days,
      }),
    )
    res.status(201).json(presentTenant(tenant))
  })
  routes.get('/api/tenants/:customer_id', async (req: Req<'getTenant'>, res: Res<'getTenant'>) => {
    res.json(presentTenant(await scoped(pieces, req, (call) => getTenant(call, req.params.customer_id))))
  })
  routes.patch('/api/tenants/:customer_id', async (req: Req<'updateTenant'>, res: Res<'updateTenant'>) => {
    const change = {
      name: req.body.name,
      restorePolicy: req.body.restore_policy,
      decommissionedRetentionDays: req.body.decommissioned_retention_days,
    }
    const tenant = await scoped(pieces, req, (call) => updateTenant(call, req.params.customer_id, defined(change)))
    res.json(presentTenant(tenant))
  })
  return routes
}
