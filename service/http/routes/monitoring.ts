import { Router } from 'express'
import type { Logger } from 'pino'
import { render } from '../../../shared/messages/render.ts'
import type { Dependencies } from '../../dependencies.ts'
import { asDatabaseUnavailable, databaseReadOnly } from '../../store/database-unavailable.ts'
import { createIsolationCheck } from '../../store/isolation-check.ts'
import { createWriteCheck } from '../../store/write-check.ts'
import type { Req, Res } from '../operation.ts'
import { createStoreCheck } from '../store-state.ts'
import type { ProcessCounts } from '../../processes/replica-report.ts'

const steadyClock = () => performance.now()

/** The endpoints that need no token. A slow or unavailable object store must not take replicas out of service. */
export function monitoringRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const findIsolationProblems = createIsolationCheck(dependencies.knex, { now: steadyClock })
  const takesWrites = createWriteCheck(dependencies.knex, steadyClock)
  const checkStore = createStoreCheck(dependencies.store, steadyClock)
  routes.get('/health', (_req: Req<'health'>, res: Res<'health'>) => {
    res.json({ status: 'ok' })
  })
  const logReadiness = createReadinessLog()
  routes.get('/ready', async (req: Req<'ready'>, res: Res<'ready'>) => {
    const store = checkStore()
    const report = dependencies.siblings?.readReport(false)
    const found = await findFault()
    const processes = (await report)?.processes
    const fault = found.fault ?? (processes && processes.unresponsive > 0 ? unresponsiveProcess(processes) : null)
    logReadiness(req.log, fault)
    res.status(fault ? 503 : 200).json({
      status: fault ? 'not_ready' : 'ready',
      database: found.database,
      isolation: found.isolation,
      object_store: await store,
      ...(processes && { processes }),
    })
  })

  /** `fault`: why this replica is not ready, or null. */
  async function findFault() {
    try {
      const [problem] = await findIsolationProblems()
      if (problem) return { database: 'answers', isolation: problem.problem, fault: problem.problem }
      if (await takesWrites()) return { database: 'answers', isolation: 'active', fault: null }
      return { database: 'is read-only', isolation: 'active', fault: render(databaseReadOnly, 'en') }
    } catch (error) {
      const unavailable = asDatabaseUnavailable(error)
      const fault = unavailable instanceof Error ? unavailable.message : String(unavailable)
      return { database: 'does not answer', isolation: 'unknown', fault }
    }
  }
  return routes
}

/**
 * Returns why a process that does not respond makes the replica not ready: it still receives connections. A process
 * that ended receives none.
 */
function unresponsiveProcess({ running, unresponsive }: ProcessCounts): string {
  return `${unresponsive} of ${running} HTTP processes do not answer`
}

/**
 * Logs once when a replica becomes not ready, for each new reason, and once when it is ready again. Probes arrive every
 * few seconds.
 */
function createReadinessLog(): (log: Logger, fault: string | null) => void {
  let logged: string | null = null
  return (log, fault) => {
    if (fault === logged) return
    logged = fault
    if (fault) log.warn({ reason: fault }, 'not ready')
    else log.info('ready again')
  }
}
