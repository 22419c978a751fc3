import { Router } from 'express'
import { createTenant, prepareTenant } from '../../domain/inventory/tenants/create-tenant.ts'
import { findDestructions } from '../../domain/recovery/destruction/destructions.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import { destroyedKeys, getTenant, listTenants } from '../../domain/inventory/tenants/list-tenants.ts'
import { updateTenant } from '../../domain/inventory/tenants/update-tenant.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Destruction } from '../../store/models/destruction.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, parseText } from '../pagination.ts'
import { presentTenant } from '../present/tenant.ts'
import { scoped, scopedToPlatform } from '../scoped.ts'
import { platformPolicies } from './policies.ts'

export function tenantRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/tenants', async (req: Req<'listTenants'>, res: Res<'listTenants'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 1)
    const after = position && parseText(position[0])
    const { rows, destroyed, destructions } = await scoped(dependencies, req, async (context) => {
      const rows = await listTenants(context, { limit: limit + 1, after, q: req.query.q, slug: req.query.slug })
      return { rows, ...(await readDestructions(context, rows.map(({ id }) => id))) } // prettier-ignore
    })
    const { page, link } = paginate(req, rows, limit, (tenant) => [tenant.slug])
    if (link) res.set('Link', link)
    res.json(page.map((tenant) => presentTenant(tenant, destroyed.get(tenant.id), destructions.get(tenant.id))))
  })
  routes.post('/api/tenants', async (req: Req<'createTenant'>, res: Res<'createTenant'>) => {
    const wanted = {
      slug: req.body.slug,
      name: req.body.name,
      restorePolicy: req.body.restore_policy,
      decommissionedRetentionDays: req.body.decommissioned_retention_days,
    }
    const prepared = await prepareTenant(dependencies.masterKey, dependencies.store, wanted, dependencies.now())
    const tenant = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentTenant(await createTenant(context, prepared, wanted), undefined, undefined),
      ),
    )
    res.status(201).json(tenant)
  })
  routes.get('/api/tenants/:customer_id', async (req: Req<'getTenant'>, res: Res<'getTenant'>) => {
    const { customer_id: id } = req.params
    res.json(await scoped(dependencies, req, (context) => readTenant(context, id)))
  })
  routes.patch('/api/tenants/:customer_id', async (req: Req<'updateTenant'>, res: Res<'updateTenant'>) => {
    const change = {
      name: req.body.name,
      restorePolicy: req.body.restore_policy,
      decommissionedRetentionDays: req.body.decommissioned_retention_days,
      secondFactorRequired: req.body.second_factor_required,
      allowedNetworks: req.body.allowed_networks,
    }
    const { customer_id: id } = req.params
    const { retention } = await platformPolicies(dependencies)
    const { tenant, destroyed, destructions } = await scopedToPlatform(dependencies, req, async (context) => {
      await requireMatch(req, context, { table: 'tenants', id }, () => readTenant(context, id))
      const tenant = await updateTenant(context, id, omitUndefined(change), retention)
      return { tenant, ...(await readDestructions(context, [tenant.id])) }
    })
    await refreshDescription({ ...dependencies, log: req.log }, tenant)
    res.json(presentTenant(tenant, destroyed.get(tenant.id), destructions.get(tenant.id)))
  })
  return routes
}

/** Returns, by tenant, when its keys were destroyed and its latest destruction. */
async function readDestructions(
  context: ActionContext,
  ids: readonly string[],
): Promise<{ destroyed: Map<string, Date>; destructions: Map<string, Destruction> }> {
  return { destroyed: await destroyedKeys(context, ids), destructions: await findDestructions(context, ids) }
}

async function readTenant(context: ActionContext, id: string) {
  const tenant = await getTenant(context, id)
  const { destroyed, destructions } = await readDestructions(context, [id])
  return presentTenant(tenant, destroyed.get(id), destructions.get(id))
}
