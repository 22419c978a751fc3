import { localeOf } from '../locale.ts'
import { Router } from 'express'
import { findTarget, findWhose, parseLevel } from '../../domain/policies/level.ts'
import { type PlatformPolicies, readPlatformPolicies } from '../../domain/policies/platform/platform-policies.ts'
import { readPosture, setPosture } from '../../domain/inventory/policies/posture-policy.ts'
import { readRestorePolicy, setRestorePolicy } from '../../domain/inventory/policies/restore-policy.ts'
import { listPolicyRuns } from '../../domain/kernel/maintenance-tasks/list-runs.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import type { Dependencies } from '../../dependencies.ts'
import { coolingOffDays } from '../../domain/policies/retention/check-retention-reduction.ts'
import { inScope } from '../../store/scope.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, uuidOf } from '../pagination.ts'
import { presentEffectiveRestore, presentPolicyRun, presentPosture, presentRestorePolicy } from '../present/policy.ts'
import { scoped } from '../scoped.ts'

export function policyRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/trust/posture/:level', async (req: Req<'getPosture'>, res: Res<'getPosture'>) => {
    const level = parseLevel(req.params.level)
    const { posture } = await platformPolicies(dependencies)
    const target = await scoped(dependencies, req, (context) => findTarget(context, level, req.query.device_id))
    res.json(presentPosture(readPosture(target, posture)))
  })
  routes.put('/api/trust/posture/:level', async (req: Req<'setPosture'>, res: Res<'setPosture'>) => {
    const level = parseLevel(req.params.level)
    const { posture } = await platformPolicies(dependencies)
    const view = await scoped(dependencies, req, async (context) => {
      const target = await findTarget(context, level, req.query.device_id, { isWrite: true })
      return setPosture(context, target, req.body.trust_posture, posture, dependencies.settings)
    })
    if (view.target.tenant && !view.target.device)
      await refreshDescription({ ...dependencies, log: req.log }, view.target.tenant)
    res.json(presentPosture(view))
  })
  routes.get('/api/restore/effective', async (req: Req<'getEffectiveRestore'>, res: Res<'getEffectiveRestore'>) => {
    const { restore } = await platformPolicies(dependencies)
    const target = await scoped(dependencies, req, (context) => findWhose(context, req.query.device_id))
    res.json(presentEffectiveRestore(readRestorePolicy(target, restore)))
  })
  routes.get('/api/restore/policy/:level', async (req: Req<'getRestorePolicy'>, res: Res<'getRestorePolicy'>) => {
    const level = parseLevel(req.params.level)
    const { restore } = await platformPolicies(dependencies)
    const target = await scoped(dependencies, req, (context) => findTarget(context, level, req.query.device_id))
    res.json(presentRestorePolicy(readRestorePolicy(target, restore)))
  })
  routes.put('/api/restore/policy/:level', async (req: Req<'setRestorePolicy'>, res: Res<'setRestorePolicy'>) => {
    const level = parseLevel(req.params.level)
    const { restore } = await platformPolicies(dependencies)
    const view = await scoped(dependencies, req, async (context) => {
      const target = await findTarget(context, level, req.query.device_id, { isWrite: true })
      return setRestorePolicy(context, target, req.body.restore_policy, restore, dependencies.settings)
    })
    if (view.target.tenant && !view.target.device)
      await refreshDescription({ ...dependencies, log: req.log }, view.target.tenant)
    res.json(presentRestorePolicy(view))
  })
  routes.get('/api/policy-runs', async (req: Req<'listPolicyRuns'>, res: Res<'listPolicyRuns'>) => {
    const { limit = 100, cursor, kind, outcome, since } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { startedAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const filter = { kind, outcome, since: since === undefined ? undefined : new Date(since) }
    const rows = await scoped(dependencies, req, (context) =>
      listPolicyRuns(context, filter, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, (run) => [run.startedAt.toISOString(), run.id])
    if (link) res.set('Link', link)
    res.json(page.map((run) => presentPolicyRun(run, localeOf(req))))
  })
  return routes
}

/** Reads the platform's level in a separate scope, because a tenant's scope does not include its settings. */
export function platformPolicies({ knex }: Dependencies): Promise<PlatformPolicies> {
  return inScope(knex, { kind: 'platform' }, readPlatformPolicies)
}

/** Returns the cooling-off period of the platform's retention policy, in days. */
export async function coolingOff(dependencies: Dependencies): Promise<number> {
  return coolingOffDays((await platformPolicies(dependencies)).retention, dependencies.now())
}
