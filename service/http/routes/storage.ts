import { localeOf } from '../locale.ts'
import { presentReason } from '../present/policy.ts'
import { Router } from 'express'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { recordAudit } from '../../domain/kernel/audit/record-audit.ts'
import { readMark } from '../../domain/kernel/installation/restore-marker.ts'
import { acknowledgeRestored } from '../../domain/reporting/storage/acknowledge-restored.ts'
import { readContents } from '../../domain/reporting/storage/content-sizes.ts'
import { listSamples } from '../../domain/reporting/storage/list-samples.ts'
import { takeSample } from '../../domain/reporting/storage/sample.ts'
import { type PurgeDependencies, purgeStorage } from '../../domain/reporting/storage/purge.ts'
import { readUsage } from '../../domain/reporting/storage/usage.ts'
import type { DiskSpace } from '../../objects/object-store.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { presentContents, presentMark, presentSample, presentUsage } from '../present/storage.ts'
import { readDiskSpace } from '../disk-space.ts'
import { scoped, scopedToPlatform, scopedToTenant } from '../scoped.ts'

export function storageRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const lockMode = () => dependencies.store.locks?.mode ?? null
  const read = (context: ActionContext, room: DiskSpace | null) => readUsage(context, room, lockMode() !== null)
  routes.get('/api/storage/usage', async (req: Req<'storageUsage'>, res: Res<'storageUsage'>) => {
    const room = await readDiskSpace(dependencies, req)
    res.json(presentUsage(await scoped(dependencies, req, (context) => read(context, room)), lockMode()))
  })
  routes.get('/api/storage/samples', async (req: Req<'storageSamples'>, res: Res<'storageSamples'>) => {
    const { days = 90 } = req.query
    res.json((await scoped(dependencies, req, (context) => listSamples(context, days))).map(presentSample))
  })
  routes.get('/api/storage/contents', async (req: Req<'storageContents'>, res: Res<'storageContents'>) => {
    const { limit = 100 } = req.query
    res.json(presentContents(await scoped(dependencies, req, (context) => readContents(context, limit))))
  })
  routes.post('/api/storage/sample', async (req: Req<'sampleStorage'>, res: Res<'sampleStorage'>) => {
    const room = await readDiskSpace(dependencies, req)
    const usage = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () => {
        const detail = await takeSample(context, context.tenantId)
        await recordAudit(context, 'storage.sample', { kind: 'storage', detail })
        return presentUsage(await read(context, room), lockMode())
      }),
    )
    res.json(usage)
  })
  routes.get('/api/storage/restored', async (req: Req<'readRestored'>, res: Res<'readRestored'>) => {
    res.json(presentMark(await scopedToPlatform(dependencies, req, ({ trx }) => readMark(trx))))
  })
  routes.delete('/api/storage/restored', async (req: Req<'acknowledgeRestored'>, res: Res<'acknowledgeRestored'>) => {
    res.json(presentMark(await scopedToPlatform(dependencies, req, acknowledgeRestored)))
  })
  routes.post('/api/storage/purge', async (req: Req<'purgeStorage'>, res: Res<'purgeStorage'>) => {
    const { confirm, dry_run: dryRun = false, accept_restored: accepted } = req.body
    const purge = await purgeStorage(purgeParts(dependencies, req), {
      confirm,
      dryRun,
      acceptRestored: accepted === 'all-customers',
    })
    if ('policyRunId' in purge) {
      res.status(202).json({ policy_run_id: purge.policyRunId, restored_mark_cleared: purge.isMarkCleared })
      return
    }
    const { outcome, reason = null, counts = {} } = purge.end
    res.json({ outcome, ...presentReason(reason, localeOf(req)), counts })
  })
  return routes
}

function purgeParts(dependencies: Dependencies, req: Req<'purgeStorage'>): PurgeDependencies {
  const { knex, keys, store, now, readDatabaseClock } = dependencies
  return {
    inTransaction: (work) => scopedToTenant(dependencies, req, work),
    inPlatformCall: (work) => scopedToPlatform(dependencies, req, work),
    runInSystemTransaction: (step) => inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() })),
    inTenant: (tenantId, step) => inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() })),
    sweep: { knex, keys, store, now },
    log: req.log,
    readDatabaseClock,
  }
}
