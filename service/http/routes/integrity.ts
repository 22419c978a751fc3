import { localeOf } from '../locale.ts'
import { Router } from 'express'
import { listAffectedVersions, readCompliance } from '../../domain/repository/integrity/compliance.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, parseText, uuidOf } from '../pagination.ts'
import { presentCompliance, presentAffectedVersion } from '../present/compliance.ts'
import { scoped } from '../scoped.ts'

export function integrityRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { integrityDays } = dependencies.settings
  routes.get('/api/storage/compliance', async (req: Req<'storageCompliance'>, res: Res<'storageCompliance'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 1)
    const after = position && parseText(position[0])
    const rows = await scoped(dependencies, req, (context) =>
      readCompliance(context, integrityDays, { limit: limit + 1, after }, dependencies.store.locks?.mode),
    )
    const { page, link } = paginate(req, rows, limit, ({ slug }) => [slug])
    if (link) res.set('Link', link)
    res.json(page.map((compliance) => presentCompliance(compliance, integrityDays, localeOf(req))))
  })
  routes.get('/api/storage/damaged-versions', async (req: Req<'damagedVersions'>, res: Res<'damagedVersions'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 1)
    const after = position && uuidOf(position[0])
    const rows = await scoped(dependencies, req, (context) =>
      listAffectedVersions(context, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, ({ versionId }) => [versionId])
    if (link) res.set('Link', link)
    res.json(page.map(presentAffectedVersion))
  })
  return routes
}
