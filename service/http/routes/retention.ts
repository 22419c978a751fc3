import { Router } from 'express'
import { selectDeviceIds } from '../../domain/inventory/devices/select-devices.ts'
import { setDevicesRetention } from '../../domain/inventory/devices/set-devices-retention.ts'
import { type PolicyTarget, findTarget, findWhose, parseLevel } from '../../domain/policies/level.ts'
import type { InTenant } from '../../domain/policies/policy-dependencies.ts'
import {
  type PreviewQuestion,
  type RetentionPreview,
  previewRetention,
} from '../../domain/repository/retention/preview-retention.ts'
import { readRetention } from '../../domain/policies/retention/read-retention.ts'
import { proposalAt } from '../../domain/policies/retention/load-retention-rules.ts'
import { setRetention } from '../../domain/policies/retention/set-retention.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import { listTenantIds } from '../../domain/inventory/tenants/list-tenants.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { selectionIn } from '../device-filter.ts'
import { localeOf } from '../locale.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { presentDevicesChanged } from '../present/device.ts'
import { presentEffectiveRetention, presentPreview, presentRetention } from '../present/policy.ts'
import { type ScopedRequest, callerOf, scoped, scopedToTenant } from '../scoped.ts'
import { platformPolicies } from './policies.ts'

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
    const preview = await previewFor(dependencies, await tenantsOf(dependencies, req, whose), {
      deviceIds: whose.device && [whose.device.id],
      platform: retention,
      proposal,
      limit,
    })
    res.json(presentPreview(preview))
  })
  routes.patch('/api/retention/devices', async (req: Req<'setDevicesRetention'>, res: Res<'setDevicesRetention'>) => {
    const { dry_run: dryRun = false } = req.query
    const { keep_days: keepDays, keep_last: keepLast } = req.body.change
    const [rule, selection] = [omitUndefined({ keepDays, keepLast }), selectionIn(req.body)]
    const { retention } = await platformPolicies(dependencies)
    const { lines, tenantId } = await scopedToTenant(dependencies, req, async (context) => {
      const ids = (await selectDeviceIds(context, selection)).toSorted()
      req.body = { ids, change: req.body.change } // an approval names these devices; a filter may match others later
      const lines = await setDevicesRetention(context, selectionIn(req.body), rule, retention, { dryRun })
      return { lines, tenantId: context.tenantId }
    })
    const changed = presentDevicesChanged(lines, dryRun, localeOf(req))
    if (!dryRun) return void res.json(changed)
    const deviceIds = lines.map(({ id }) => id)
    const preview = await previewFor(dependencies, [tenantId], {
      deviceIds,
      platform: retention,
      proposal: { level: 'device', deviceIds, rule },
      limit: shownByDryRun,
    })
    res.json({ ...changed, preview: presentPreview(preview) })
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
    const preview = await previewFor(dependencies, await tenantsOf(dependencies, req, view.target), {
      deviceIds: view.target.device && [view.target.device.id],
      platform: retention,
      proposal,
      limit: shownByDryRun,
    })
    res.json(presentRetention(view, preview))
  })
  return routes
}

async function tenantsOf({ knex }: Dependencies, req: ScopedRequest, { tenant }: PolicyTarget): Promise<string[]> {
  return tenant ? [tenant.id] : inScope(knex, callerOf(req).scope, listTenantIds)
}

/**
 * Uses many short transactions instead of one for the request: a preview reads every lineage that may lose versions.
 */
function previewFor(
  { knex, now }: Dependencies,
  tenantIds: string[],
  question: Omit<PreviewQuestion, 'tenantIds'>,
): Promise<RetentionPreview> {
  const inTenant: InTenant = (tenantId, step) =>
    inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() }))
  return previewRetention(inTenant, { tenantIds, ...question })
}
