import { Router } from 'express'
import { platforms } from '../../../shared/platforms/registry.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import { presentPlatform } from '../present/platform.ts'

export function platformRoutes(_pieces: Dependencies): Router {
  const routes = Router()
  routes.get('/api/platforms', (_req: Req<'listPlatforms'>, res: Res<'listPlatforms'>) => {
    res.json(platforms.map(presentPlatform))
  })
  return routes
}
