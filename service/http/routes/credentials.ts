import { type Request, Router } from 'express'
import type { Call } from '../../domain/kernel/context.ts'
import { secretNames } from '../../domain/inventory/credentials/credential-secrets.ts'
import {
  createCredential,
  deleteCredential,
  getCredential,
  listCredentials,
  updateCredential,
} from '../../domain/inventory/credentials/credentials.ts'
import type { Pieces } from '../../dependencies.ts'
import { defined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import { once } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { cutPage, decodeCursor, textOf, uuidOf } from '../pagination.ts'
import { presentCredential } from '../present/credential.ts'
import { scoped, scopedToTenant } from '../scoped.ts'

export function credentialRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/credentials', async (req: Req<'listCredentials'>, res: Res<'listCredentials'>) => {
    const { limit = 100, cursor, q, name } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { name: textOf(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(pieces, req, (call) => listCredentials(call, { q, name }, { limit: limit + 1, after }))
    const { page, link } = cutPage(req, rows, limit, ({ credential }) => [credential.name, credential.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentCredential))
  })
  routes.post('/api/credentials', async (req: Req<'createCredential'>, res: Res<'createCredential'>) => {
    const { name, username = null, description = null } = req.body
    const wanted = { name, username, description, secrets: secretsOf(req.body) }
    const credential = await scopedToTenant(pieces, req, (call) =>
      once(pieces, req, call, async () => presentCredential(await createCredential(call, wanted))),
    )
    res.status(201).json(credential)
  })
  routes.get('/api/credentials/:credential_id', async (req: Req<'getCredential'>, res: Res<'getCredential'>) => {
    res.json(presentCredential(await scoped(pieces, req, (call) => getCredential(call, req.params.credential_id))))
  })
  routes.patch(
    '/api/credentials/:credential_id',
    async (req: Req<'updateCredential'>, res: Res<'updateCredential'>) => {
      const { name, username, description } = req.body
      const change = { ...defined({ name, username, description }), secrets: secretsOf(req.body) }
      const credential = await scopedToTenant(pieces, req, async (call) => {
        await requireCredential(req, call)
        return updateCredential(call, req.params.credential_id, change)
      })
      res.json(presentCredential(credential))
    },
  )
  routes.delete('/api/credentials/:credential_id', async (req: Req<'deleteCredential'>, res) => {
    await scopedToTenant(pieces, req, async (call) => {
      await requireCredential(req, call)
      await deleteCredential(call, req.params.credential_id)
    })
    res.status(204).end()
  })
  return routes
}

function requireCredential(req: Pick<Request<{ credential_id: string }>, 'get' | 'params'>, call: Call): Promise<void> {
  const { credential_id: id } = req.params
  const represent = async () => presentCredential(await getCredential(call, id))
  return requireMatch(req, call, { table: 'credentials', id }, represent)
}

/** The secrets among a body's fields, by name. */
function secretsOf<Body extends object>(body: Body): Pick<Body, Extract<keyof Body, (typeof secretNames)[number]>> {
  const among = Object.entries(body).filter(([name]) => secretNames.some((secret) => secret === name))
  return Object.fromEntries(among) as Pick<Body, Extract<keyof Body, (typeof secretNames)[number]>>
}
