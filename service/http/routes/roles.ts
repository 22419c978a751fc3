import { type Request, Router } from 'express'
import { createRole } from '../../domain/inventory/roles/create-role.ts'
import { deleteRole } from '../../domain/inventory/roles/delete-role.ts'
import { getRole, listRoles } from '../../domain/inventory/roles/role-view.ts'
import { updateRole } from '../../domain/inventory/roles/update-role.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import type { Dependencies } from '../../dependencies.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, paginate, parseText, uuidOf } from '../pagination.ts'
import { presentRole } from '../present/role.ts'
import { scoped } from '../scoped.ts'

export function roleRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/roles', async (req: Req<'listRoles'>, res: Res<'listRoles'>) => {
    const { limit = 100, cursor } = req.query
    const at = decodeCursor(cursor, 2)
    const after = at && { name: parseText(at[0]), id: uuidOf(at[1]) }
    const rows = await scoped(dependencies, req, (context) => listRoles(context, { limit: limit + 1, after }))
    const { page, link } = paginate(req, rows, limit, ({ role }) => [role.name, role.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentRole))
  })
  routes.post('/api/roles', async (req: Req<'createRole'>, res: Res<'createRole'>) => {
    const { name, description = '', permissions, sites = [], tags = [], tenant_ids: tenantIds = [] } = req.body
    const created = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentRole(await createRole(context, { name, description, permissions, sites, tags, tenantIds })),
      ),
    )
    res.status(201).json(created)
  })
  routes.get('/api/roles/:role_id', async (req: Req<'getRole'>, res: Res<'getRole'>) => {
    res.json(presentRole(await scoped(dependencies, req, (context) => getRole(context, req.params.role_id))))
  })
  routes.patch('/api/roles/:role_id', async (req: Req<'updateRole'>, res: Res<'updateRole'>) => {
    const updated = await scoped(dependencies, req, async (context) => {
      await requireUnchanged(req, context)
      const { tenant_ids: tenantIds, ...fields } = req.body
      return updateRole(context, req.params.role_id, omitUndefined({ ...fields, tenantIds }))
    })
    res.json(presentRole(updated))
  })
  routes.delete('/api/roles/:role_id', async (req: Req<'deleteRole'>, res) => {
    await scoped(dependencies, req, async (context) => {
      await requireUnchanged(req, context)
      await deleteRole(context, req.params.role_id)
    })
    res.status(204).end()
  })
  return routes
}

function requireUnchanged(
  req: Pick<Request<{ role_id: string }>, 'get' | 'params'>,
  context: ActionContext,
): Promise<void> {
  const { role_id: id } = req.params
  return requireMatch(req, context, { table: 'roles', id }, async () => presentRole(await getRole(context, id)))
}
