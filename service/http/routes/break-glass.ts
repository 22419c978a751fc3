import { Router } from 'express'
import { contactBreakGlassCopy } from '../../domain/repository/break-glass/contact-copy.ts'
import { createBreakGlassCopy } from '../../domain/repository/break-glass/create-copy.ts'
import { listBreakGlassConfigurations } from '../../domain/repository/break-glass/list-configurations.ts'
import { getBreakGlassCopy, listBreakGlassCopies } from '../../domain/repository/break-glass/list-copies.ts'
import { readBreakGlassContents } from '../../domain/repository/break-glass/read-contents.ts'
import { readBreakGlassPolicy } from '../../domain/repository/break-glass/read-policy.ts'
import { revokeBreakGlassCopy } from '../../domain/repository/break-glass/revoke-copy.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { originOf } from '../authorise.ts'
import { createContentContext } from '../content-context.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, linkToNext, paginate, uuidOf } from '../pagination.ts'
import {
  presentBreakGlassConfiguration,
  presentBreakGlassContent,
  presentBreakGlassCopy,
} from '../present/break-glass.ts'
import { scoped, scopedToTenant } from '../scoped.ts'

/** Devices of a page, if the request names no limit. */
const usualDevices = 50

export function breakGlassRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { knex, now } = dependencies
  const readPolicy = () => inScope(knex, { kind: 'platform' }, (trx) => readBreakGlassPolicy(trx, now()))

  routes.get('/api/break-glass-copies', async (req: Req<'listBreakGlassCopies'>, res: Res<'listBreakGlassCopies'>) => {
    const { limit = 100, cursor } = req.query
    const at = decodeCursor(cursor, 1)
    const page = { limit: limit + 1, after: at && uuidOf(at[0]) }
    const rows = await scoped(dependencies, req, (context) => listBreakGlassCopies(context, page))
    const cut = paginate(req, rows, limit, ({ id }) => [id])
    if (cut.link) res.set('Link', cut.link)
    res.json(cut.page.map((copy) => presentBreakGlassCopy(copy, now())))
  })
  routes.post('/api/break-glass-copies', async (req: Req<'createBreakGlassCopy'>, res: Res<'createBreakGlassCopy'>) => {
    const { computer, sites = [], expires_after_days: expiresAfterDays } = req.body
    const input = { computer, sites, ...omitUndefined({ expiresAfterDays }) }
    const policy = await readPolicy()
    const { copy, key } = await scopedToTenant(dependencies, req, (context) =>
      createBreakGlassCopy(context, input, policy),
    )
    dependencies.secrets?.addRecent(key)
    res.status(201).json({ ...presentBreakGlassCopy(copy, now()), key })
  })
  routes.get(
    '/api/break-glass-copies/:copy_id',
    async (req: Req<'getBreakGlassCopy'>, res: Res<'getBreakGlassCopy'>) => {
      const copy = await scoped(dependencies, req, (context) => getBreakGlassCopy(context, req.params.copy_id))
      res.json(presentBreakGlassCopy(copy, now()))
    },
  )
  routes.delete('/api/break-glass-copies/:copy_id', async (req: Req<'revokeBreakGlassCopy'>, res) => {
    await scoped(dependencies, req, (context) => revokeBreakGlassCopy(context, req.params.copy_id))
    res.status(204).end()
  })
  routes.get(
    '/api/break-glass-copies/:copy_id/configurations',
    async (req: Req<'listBreakGlassConfigurations'>, res: Res<'listBreakGlassConfigurations'>) => {
      const { limit = usualDevices, cursor } = req.query
      const at = decodeCursor(cursor, 1)
      const contentContext = createContentContext(dependencies, req, res)
      const page = { limit, after: at && uuidOf(at[0]) }
      const found = await listBreakGlassConfigurations(contentContext, req.params.copy_id, await readPolicy(), page)
      if (found.next !== null) res.set('Link', linkToNext(req, [found.next]))
      res.json(found.configurations.map(presentBreakGlassConfiguration))
    },
  )
  routes.post(
    '/api/break-glass-copies/:copy_id/contents',
    async (req: Req<'readBreakGlassContents'>, res: Res<'readBreakGlassContents'>) => {
      const contentContext = createContentContext(dependencies, req, res)
      const ids = req.body.version_ids.map((id) => id.toLowerCase())
      const contents = await readBreakGlassContents(contentContext, req.params.copy_id, await readPolicy(), ids)
      res.json(contents.map(presentBreakGlassContent))
    },
  )
  routes.post(
    '/api/break-glass-contacts',
    async (req: Req<'contactBreakGlassCopy'>, res: Res<'contactBreakGlassCopy'>) => {
      const { key, refreshed, deleted } = req.body
      const { ended, expiresAfterDays } = await inScope(knex, { kind: 'platform' }, (trx) =>
        contactBreakGlassCopy({ trx, now: now(), origin: originOf(req) }, key, omitUndefined({ refreshed, deleted })),
      )
      res.json({ ended, expires_after_days: expiresAfterDays })
    },
  )
  return routes
}
