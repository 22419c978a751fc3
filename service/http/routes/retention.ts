import { Router } from 'express'
import { type PolicyTarget, findTarget, findWhose, parseLevel } from '../../domain/policies/level.ts'
import type { InTenant } from '../../domain/policies/policy-dependencies.ts'
import { type RetentionPreview, previewRetention } from '../../domain/repository/retention/preview-retention.ts'
import { readRetention } from '../../domain/policies/retention/read-retention.ts'
import { type RetentionProposal, proposalAt } from '../../domain/policies/retention/load-retention-rules.ts'
import { setRetention } from '../../domain/policies/retention/set-retention.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import { listTenantIds } from '../../domain/inventory/tenants/list-tenants.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Scope, inScope } from '../../store/scope.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { presentEffectiveRetention, presentPreview, presentRetention } from '../present/policy.ts'
import { callerOf, scoped } from '../scoped.ts'
import { platformPolicies } from './policies.ts'
import type { RetentionRule } from '../../domain/policies/retention/guards.ts'

/** Lineages that a dry run shows; a preview shows the requested number. */
const shownByDryRun = 100

export function retentionRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get(
    '/api/retention/effective',
    async (req: Req<'getEffectiveRetention'>, res: Res<'getEffectiveRetention'>) => {
      const { retention } = await platformPolicies(dependencies)
      const view = await scoped(dependencies, req, async (context) =>
        readRetention(context, await findWhose(context, req.query.device_id), retention),
      )
      res.json(presentEffectiveRetention(view))
    },
  )
  routes.get('/api/retention/preview', async (req: Req<'previewRetention'>, res: Res<'previewRetention'>) => {
    const { device_id: deviceId, level, keep_days: keepDays, keep_last: keepLast, limit = 100 } = req.query
    const { retention } = await platformPolicies(dependencies)
    const whose = await scoped(dependencies, req, (context) => findWhose(context, deviceId))
    const proposal = proposalAt(whose, level ?? whose.level, omitUndefined({ keepDays, keepLast }))
    res.json(presentPreview(await previewFor(dependencies, callerOf(req).scope, whose, retention, proposal, limit)))
  })
  routes.get('/api/retention/:level', async (req: Req<'getRetention'>, res: Res<'getRetention'>) => {
    const level = parseLevel(req.params.level)
    const { retention } = await platformPolicies(dependencies)
    const view = await scoped(dependencies, req, async (context) =>
      readRetention(context, await findTarget(context, level, req.query.device_id), retention),
    )
    res.json(presentRetention(view))
  })
  routes.put('/api/retention/:level', async (req: Req<'setRetention'>, res: Res<'setRetention'>) => {
    const level = parseLevel(req.params.level)
    const rule = omitUndefined({ keepDays: req.body.keep_days, keepLast: req.body.keep_last })
    const { retention } = await platformPolicies(dependencies)
    const view = await scoped(dependencies, req, async (context) => {
      const target = await findTarget(context, level, req.query.device_id, { isWrite: true })
      if (req.query.dry_run) return readRetention(context, target, retention, rule)
      return setRetention(context, target, rule, retention)
    })
    if (!req.query.dry_run) {
      if (view.target.tenant && !view.target.device)
        await refreshDescription({ ...dependencies, log: req.log }, view.target.tenant)
      return void res.json(presentRetention(view))
    }
    const proposal = proposalAt(view.target, level, rule)
    res.json(
      presentRetention(
        view,
        await previewFor(dependencies, callerOf(req).scope, view.target, retention, proposal, shownByDryRun),
      ),
    )
  })
  return routes
}

/**
 * Uses many short transactions instead of one for the request: a preview reads every lineage that may lose versions.
 */
async function previewFor(
  { knex, now }: Dependencies,
  scope: Scope,
  { tenant, device }: PolicyTarget,
  platform: RetentionRule | null,
  proposal: RetentionProposal,
  limit: number,
): Promise<RetentionPreview> {
  const tenantIds = tenant ? [tenant.id] : await inScope(knex, scope, listTenantIds)
  const inTenant: InTenant = (tenantId, step) =>
    inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() }))
  return previewRetention(inTenant, { tenantIds, deviceId: device?.id ?? null, platform, proposal, limit })
}
