import { Router } from 'express'
import { documentSchema } from '../../../shared/platforms/documents/schema.ts'
import type { Dependencies } from '../../dependencies.ts'
import { checkDocument, readSource } from '../../domain/inventory/platforms/check-document.ts'
import { draftFromDefinition, recordDefinitionImport } from '../../domain/inventory/platforms/import-definition.ts'
import { listUsablePlatforms } from '../../domain/inventory/platforms/find-platform.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { presentPlatform } from '../present/platform.ts'
import { presentDefinitionDraft } from '../present/platform-definition.ts'
import { presentDocumentErrors } from '../present/platform-document.ts'
import { callerOf, scoped } from '../scoped.ts'

export function platformRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/platforms', async (req: Req<'listPlatforms'>, res: Res<'listPlatforms'>) => {
    const platforms = await scoped(dependencies, req, ({ trx, tenantId }) => listUsablePlatforms(trx, tenantId))
    res.json(platforms.map(presentPlatform))
  })
  routes.get('/api/platforms/schema', (_req: Req<'getPlatformSchema'>, res: Res<'getPlatformSchema'>) => {
    res.json({ ...documentSchema })
  })
  routes.post('/api/platforms/check', async (req: Req<'checkPlatformDocument'>, res: Res<'checkPlatformDocument'>) => {
    const read = await readSource(dependencies.workers, callerOf(req).actor, req.body.source)
    const { errors, platform } = await scoped(dependencies, req, (context) => checkDocument(context, read))
    res.json({
      errors: presentDocumentErrors(errors, localeOf(req)),
      platform: platform && presentPlatform(platform),
    })
  })
  routes.post(
    '/api/platforms/import',
    async (req: Req<'importPlatformDefinition'>, res: Res<'importPlatformDefinition'>) => {
      const { from, source, id, name, vendor } = req.body
      const definition = { from, source, names: { id, name, vendor } }
      const draft = await draftFromDefinition(dependencies.workers, callerOf(req).actor, definition)
      await scoped(dependencies, req, (context) => recordDefinitionImport(context, definition, draft))
      res.json(presentDefinitionDraft(draft, localeOf(req)))
    },
  )
  return routes
}
