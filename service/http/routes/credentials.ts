import { type Request, Router } from 'express'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { secretNames } from '../../domain/inventory/credentials/credential-secrets.ts'
import { createCredential } from '../../domain/inventory/credentials/create-credential.ts'
import { deleteCredential } from '../../domain/inventory/credentials/delete-credential.ts'
import { getCredential, listCredentials } from '../../domain/inventory/credentials/list-credentials.ts'
import { updateCredential } from '../../domain/inventory/credentials/update-credential.ts'
import type { Dependencies } from '../../dependencies.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, parseText, uuidOf } from '../pagination.ts'
import { presentCredential } from '../present/credential.ts'
import { scoped, scopedToTenant } from '../scoped.ts'

export function credentialRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/credentials', async (req: Req<'listCredentials'>, res: Res<'listCredentials'>) => {
    const { limit = 100, cursor, q, name } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { name: parseText(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(dependencies, req, (context) =>
      listCredentials(context, { q, name }, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, ({ credential }) => [credential.name, credential.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentCredential))
  })
  routes.post('/api/credentials', async (req: Req<'createCredential'>, res: Res<'createCredential'>) => {
    const { name, username = null, description = null } = req.body
    const wanted = { name, username, description, secrets: secretsOf(req.body) }
    const credential = await scopedToTenant(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentCredential(await createCredential(context, wanted)),
      ),
    )
    res.status(201).json(credential)
  })
  routes.get('/api/credentials/:credential_id', async (req: Req<'getCredential'>, res: Res<'getCredential'>) => {
    res.json(
      presentCredential(await scoped(dependencies, req, (context) => getCredential(context, req.params.credential_id))),
    )
  })
  routes.patch(
    '/api/credentials/:credential_id',
    async (req: Req<'updateCredential'>, res: Res<'updateCredential'>) => {
      const { name, username, description } = req.body
      const change = { ...omitUndefined({ name, username, description }), secrets: secretsOf(req.body) }
      const credential = await scopedToTenant(dependencies, req, async (context) => {
        await requireCredential(req, context)
        return updateCredential(context, req.params.credential_id, change)
      })
      res.json(presentCredential(credential))
    },
  )
  routes.delete('/api/credentials/:credential_id', async (req: Req<'deleteCredential'>, res) => {
    await scopedToTenant(dependencies, req, async (context) => {
      await requireCredential(req, context)
      await deleteCredential(context, req.params.credential_id)
    })
    res.status(204).end()
  })
  return routes
}

function requireCredential(
  req: Pick<Request<{ credential_id: string }>, 'get' | 'params'>,
  context: ActionContext,
): Promise<void> {
  const { credential_id: id } = req.params
  const represent = async () => presentCredential(await getCredential(context, id))
  return requireMatch(req, context, { table: 'credentials', id }, represent)
}

/** Returns the secret fields of a body. */
function secretsOf<Body extends object>(body: Body): Pick<Body, Extract<keyof Body, (typeof secretNames)[number]>> {
  const among = Object.entries(body).filter(([name]) => secretNames.some((secret) => secret === name))
  return Object.fromEntries(among) as Pick<Body, Extract<keyof Body, (typeof secretNames)[number]>>
}
