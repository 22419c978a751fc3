import { Router } from 'express'
import type { Pieces } from '../../pieces.ts'
import { createIsolationCheck } from '../../store/isolation-check.ts'
import type { Req, Res } from '../operation.ts'

export function monitoringRoutes(pieces: Pieces): Router {
  const routes = Router()
  const findIsolationProblems = createIsolationCheck(pieces.knex, { now: () => performance.now() })
  routes.get('/health', (_req: Req<'health'>, res: Res<'health'>) => {
    res.json({ status: 'ok' })
  })
  routes.get('/ready', async (_req: Req<'ready'>, res: Res<'ready'>) => {
    const store = told(pieces.store.check())
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
      pieces.log.warn({ err: error }, 'not ready')
      const objectStore = await store
      res
        .status(503)
        .json({ status: 'not_ready', database: 'does not answer', isolation: 'unknown', object_store: objectStore })
    }
  })
  return routes
}

/** How long a store may take to say that it is there, before it is told to be away. */
const storeWaitMs = 1000

/** The store's state is told and decides nothing: one that stumbles, or is silent, must not take replicas out. */
function told(check: Promise<void>): Promise<string> {
  const away = 'does not answer'
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<string>((resolve) => (timer = setTimeout(resolve, storeWaitMs, away)))
  const answer = check.then(
    () => 'answers',
    () => away,
  )
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}
