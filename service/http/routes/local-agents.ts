import { Router } from 'express'
import { countLocalAgents, readLocalAgent } from '../../domain/inventory/agents/find-local-agent.ts'
import { removeLocalAgent } from '../../domain/inventory/agents/remove-local-agent.ts'
import { startLocalAgent } from '../../domain/inventory/agents/start-local-agent.ts'
import { releaseAgentLeases } from '../../domain/jobs/kinds/queue-ports.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { presentAgent } from '../present/agent.ts'
import { callerOf, scoped, scopedToPlatform, storeRevoked } from '../scoped.ts'

export function localAgentRoutes(dependencies: Dependencies): Router {
  const { signals, settings, protocols } = dependencies
  const localAgents = () => ({ serverId: dependencies.localServerId, limit: settings.maxLocalAgents })
  const path = '/api/tenants/:customer_id/local-agent'
  const routes = Router()
  routes.get(path, async (req: Req<'readLocalAgent'>, res: Res<'readLocalAgent'>) => {
    const { view, hasKeys } = await scoped(dependencies, req, (context) =>
      readLocalAgent(context, req.params.customer_id),
    )
    const count = await inScope(dependencies.knex, { kind: 'platform' }, (trx) => countLocalAgents({ trx }))
    const { serverId, limit } = localAgents()
    const { actor } = callerOf(req)
    const mayChange = actor.tenantId === null && actor.customers === undefined
    res.json({
      agent: view && presentAgent(view, localeOf(req), protocols),
      here: view !== null && view.agent.localServerId === serverId,
      offered: mayChange && serverId !== null && hasKeys && (view !== null || count < limit),
      count: mayChange ? count : null,
      limit: mayChange ? limit : null,
    })
  })
  routes.put(path, async (req: Req<'startLocalAgent'>, res: Res<'startLocalAgent'>) => {
    const view = await scopedToPlatform(dependencies, req, (context) =>
      startLocalAgent(context, req.params.customer_id, { ...localAgents(), signals }),
    )
    res.json(presentAgent(view, localeOf(req), protocols))
  })
  routes.delete(path, async (req: Req<'removeLocalAgent'>, res) => {
    await scopedToPlatform(dependencies, req, (context) =>
      removeLocalAgent(context, req.params.customer_id, { signals, releaseLeases: releaseAgentLeases }),
    )
    await storeRevoked(dependencies)
    res.status(204).end()
  })
  return routes
}
