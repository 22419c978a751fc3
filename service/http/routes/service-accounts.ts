import { type Request, Router } from 'express'
import { createAccountToken } from '../../domain/inventory/service-accounts/create-account-token.ts'
import { createServiceAccount } from '../../domain/inventory/service-accounts/create-service-account.ts'
import {
  getServiceAccount,
  listServiceAccounts,
} from '../../domain/inventory/service-accounts/list-service-accounts.ts'
import { deleteUser } from '../../domain/inventory/users/delete-user.ts'
import { updateUser } from '../../domain/inventory/users/update-user.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import type { Dependencies } from '../../dependencies.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, paginate, parseText, uuidOf } from '../pagination.ts'
import { presentApiToken } from '../present/api-token.ts'
import { presentServiceAccount } from '../present/service-account.ts'
import { scoped } from '../scoped.ts'
import { readDaysWithoutNetworks, tokenFields } from './tokens.ts'

export function serviceAccountRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/service-accounts', async (req: Req<'listServiceAccounts'>, res: Res<'listServiceAccounts'>) => {
    const { limit = 100, cursor } = req.query
    const at = decodeCursor(cursor, 2)
    const after = at && { name: parseText(at[0]), id: uuidOf(at[1]) }
    const rows = await scoped(dependencies, req, (context) => listServiceAccounts(context, { limit: limit + 1, after }))
    const { page, link } = paginate(req, rows, limit, ({ account }) => [account.name, account.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentServiceAccount))
  })
  routes.post('/api/service-accounts', async (req: Req<'createServiceAccount'>, res: Res<'createServiceAccount'>) => {
    const { name, role, role_id: roleId } = req.body
    const created = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        readAccount(context, (await createServiceAccount(context, { name, role, roleId })).id),
      ),
    )
    res.status(201).json(created)
  })
  routes.get(
    '/api/service-accounts/:service_account_id',
    async (req: Req<'getServiceAccount'>, res: Res<'getServiceAccount'>) => {
      res.json(await scoped(dependencies, req, (context) => readAccount(context, req.params.service_account_id)))
    },
  )
  routes.patch(
    '/api/service-accounts/:service_account_id',
    async (req: Req<'updateServiceAccount'>, res: Res<'updateServiceAccount'>) => {
      const { service_account_id: id } = req.params
      const { role, role_id: roleId, disabled } = req.body
      const updated = await scoped(dependencies, req, async (context) => {
        await requireUnchanged(req, context)
        await updateUser(context, id, omitUndefined({ role, roleId, disabled }))
        return readAccount(context, id)
      })
      res.json(updated)
    },
  )
  routes.delete('/api/service-accounts/:service_account_id', async (req: Req<'deleteServiceAccount'>, res) => {
    await scoped(dependencies, req, async (context) => {
      await requireUnchanged(req, context)
      await deleteUser(context, req.params.service_account_id)
    })
    res.status(204).end()
  })
  routes.post(
    '/api/service-accounts/:service_account_id/tokens',
    async (req: Req<'createServiceAccountToken'>, res: Res<'createServiceAccountToken'>) => {
      const days = await readDaysWithoutNetworks(dependencies)
      const { row, token } = await scoped(dependencies, req, (context) =>
        createAccountToken(context, req.params.service_account_id, tokenFields(req.body), days),
      )
      dependencies.secrets?.addRecent(token)
      res.status(201).json({ ...presentApiToken(row), token })
    },
  )
  return routes
}

async function readAccount(context: ActionContext, id: string) {
  return presentServiceAccount(await getServiceAccount(context, id))
}

function requireUnchanged(
  req: Pick<Request<{ service_account_id: string }>, 'get' | 'params'>,
  context: ActionContext,
): Promise<void> {
  const { service_account_id: id } = req.params
  return requireMatch(req, context, { table: 'users', id }, () => readAccount(context, id))
}
