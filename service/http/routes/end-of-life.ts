import { Router } from 'express'
import { listEndOfLife, loadEndOfLife } from '../../domain/inventory/end-of-life/load-end-of-life.ts'
import { readEndOfLife } from '../../domain/inventory/end-of-life/read-end-of-life.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import { countOf, decodeCursor, paginate } from '../pagination.ts'
import { presentEndOfLife } from '../present/end-of-life.ts'
import { scoped, scopedToPlatform } from '../scoped.ts'

export function endOfLifeRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/end-of-life', async (req: Req<'listEndOfLife'>, res: Res<'listEndOfLife'>) => {
    const { limit = 100, cursor } = req.query
    const at = decodeCursor(cursor, 1)
    const after = at && countOf(at[0])
    const rows = await scoped(dependencies, req, (context) => listEndOfLife(context, { limit: limit + 1, after }))
    const { page, link } = paginate(req, rows, limit, ({ position }) => [position])
    if (link) res.set('Link', link)
    res.json(page.map(presentEndOfLife))
  })
  routes.put('/api/end-of-life', async (req: Req<'loadEndOfLife'>, res: Res<'loadEndOfLife'>) => {
    const { format, source } = req.body
    const loaded = await scopedToPlatform(dependencies, req, (context) =>
      loadEndOfLife(context, readEndOfLife(format, source), source),
    )
    res.json({ entries: loaded.entries, devices_changed: loaded.devicesChanged })
  })
  return routes
}
