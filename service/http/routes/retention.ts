import { Router } from 'express'
import { type PolicyTarget, findTarget, findWhose, levelNamed } from '../../domain/levels/level.ts'
import type { InTenant } from '../../domain/levels/policy-dependencies.ts'
import type { RetentionRule } from '../../domain/levels/retention/effective-retention.ts'
import { type RetentionPreview, previewRetention } from '../../domain/repository/retention/preview-retention.ts'
import { readRetention } from '../../domain/inventory/rules/read-retention.ts'
import { type RetentionProposal, proposalAt } from '../../domain/levels/retention/retention-rules.ts'
import { setRetention } from '../../domain/inventory/rules/set-retention.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import { listTenantIds } from '../../domain/inventory/tenants/tenants.ts'
import type { Pieces } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { defined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { presentEffectiveRetention, presentPreview, presentRetention } from '../present/policy.ts'
import { scoped } from '../scoped.ts'
import { platformPolicies } from './policies.ts'

/** Lineages that a dry run of a change shows; a preview shows as many as are asked for. */
const shownByDryRun = 100

export function retentionRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get(
    '/api/retention/effective',
    async (req: Req<'getEffectiveRetention'>, res: Res<'getEffectiveRetention'>) => {
      const { retention } = await platformPolicies(pieces)
      const view = await scoped(pieces, req, async (call) =>
        readRetention(call, await findWhose(call, req.query.device_id), retention),
      )
      res.json(presentEffectiveRetention(view))
    },
  )
  routes.get('/api/retention/preview', async (req: Req<'previewRetention'>, res: Res<'previewRetention'>) => {
    const { device_id: deviceId, level, keep_days: keepDays, keep_last: keepLast, limit = 100 } = req.query
    const { retention } = await platformPolicies(pieces)
    const whose = await scoped(pieces, req, (call) => findWhose(call, deviceId))
    const proposal = proposalAt(whose, level ?? whose.level, defined({ keepDays, keepLast }))
    res.json(presentPreview(await previewFor(pieces, whose, retention, proposal, limit)))
  })
  routes.get('/api/retention/:level', async (req: Req<'getRetention'>, res: Res<'getRetention'>) => {
    const level = levelNamed(req.params.level)
    const { retention } = await platformPolicies(pieces)
    const view = await scoped(pieces, req, async (call) =>
      readRetention(call, await findTarget(call, level, req.query.device_id), retention),
    )
    res.json(presentRetention(view))
  })
  routes.put('/api/retention/:level', async (req: Req<'setRetention'>, res: Res<'setRetention'>) => {
    const level = levelNamed(req.params.level)
    const rule = defined({ keepDays: req.body.keep_days, keepLast: req.body.keep_last })
    const { retention } = await platformPolicies(pieces)
    const view = await scoped(pieces, req, async (call) => {
      const target = await findTarget(call, level, req.query.device_id, { isWrite: true })
      if (req.query.dry_run) return readRetention(call, target, retention, rule)
      return setRetention(call, target, rule, retention)
    })
    if (!req.query.dry_run) {
      if (view.target.tenant && !view.target.device)
        await refreshDescription({ ...pieces, log: req.log }, view.target.tenant)
      return void res.json(presentRetention(view))
    }
    const proposal = proposalAt(view.target, level, rule)
    res.json(presentRetention(view, await previewFor(pieces, view.target, retention, proposal, shownByDryRun)))
  })
  return routes
}

/** Many short transactions, and not one of the request: a preview reads every lineage that may lose something. */
async function previewFor(
  { knex, now }: Pieces,
  { tenant, device }: PolicyTarget,
  platform: RetentionRule | null,
  proposal: RetentionProposal,
  limit: number,
): Promise<RetentionPreview> {
  const tenantIds = tenant ? [tenant.id] : await inScope(knex, { kind: 'platform' }, listTenantIds)
  const inTenant: InTenant = (tenantId, step) =>
    inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() }))
  return previewRetention(inTenant, { tenantIds, deviceId: device?.id ?? null, platform, proposal, limit })
}
