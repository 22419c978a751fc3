import { Router } from 'express'
import type { Pieces } from '../../pieces.ts'
import { createIsolationCheck } from '../../store/isolation-check.ts'
import type { Req, Res } from '../operation.ts'
import { createStoreCheck } from '../store-state.ts'

const steadyClock = () => performance.now()

/** What may be asked without a token. A store that stumbles, or is silent, must not take replicas out. */
export function monitoringRoutes(pieces: Pieces): Router {
  const routes = Router()
  const findIsolationProblems = createIsolationCheck(pieces.knex, { now: steadyClock })
  const checkStore = createStoreCheck(pieces.store, steadyClock)
  routes.get('/health', (_req: Req<'health'>, res: Res<'health'>) => {
    res.json({ status: 'ok' })
  })
  routes.get('/ready', async (req: Req<'ready'>, res: Res<'ready'>) => {
    const store = checkStore()
    try {
      const [problem] = await findIsolationProblems()
      const objectStore = await store
      const isolation = problem?.problem ?? 'active'
      res.status(problem ? 503 : 200).json({
        status: problem ? 'not_ready' : 'ready',
        database: 'answers',
        isolation,
        object_store: objectStore,
      })
    } catch (error) {
      req.log.warn({ err: error }, 'not ready')
      const objectStore = await store
      res
        .status(503)
        .json({ status: 'not_ready', database: 'does not answer', isolation: 'unknown', object_store: objectStore })
    }
  })
  return routes
}
