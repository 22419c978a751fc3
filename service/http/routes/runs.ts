import { Router } from 'express'
import { cancelRun } from '../../domain/jobs/cancel-run.ts'
import { openLog, readRunLog } from '../../domain/jobs/read-run-log.ts'
import { type Run, getRun, listRuns } from '../../domain/jobs/runs.ts'
import { groupFailedBackups } from '../../domain/jobs/failed-backups.ts'
import { findWaitReasons } from '../../domain/jobs/find-wait-reasons.ts'
import { findSuspicions } from '../../domain/jobs/find-suspicions.ts'
import { readDryRun } from '../../domain/jobs/kinds/dry-run/read-dry-run.ts'
import { readTimeline } from '../../domain/jobs/timeline/read-timeline.ts'
import { listStretches, readBlackoutsOfLevels } from '../../domain/policies/blackouts/list-stretches.ts'
import { testDevice } from '../../domain/jobs/test-device.ts'
import { triggerBackups } from '../../domain/jobs/trigger-backups.ts'
import { KeysDestroyed } from '../../keys/keyring.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Dependencies } from '../../dependencies.ts'
import { deviceFilterIn } from '../device-filter.ts'
import { listOf } from '../list-of.ts'
import { withIdempotency } from '../idempotency.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, timeOrderOf, uuidOf } from '../pagination.ts'
import { presentDryRun } from '../present/dry-run.ts'
import { presentFailureCause } from '../present/failure-cause.ts'
import { presentLogLine } from '../present/log-line.ts'
import { presentRun } from '../present/run.ts'
import { presentRunTimeline } from '../present/run-timeline.ts'
import { platformBlackouts } from '../platform-blackouts.ts'
import { presentQueued } from '../queued-runs.ts'
import { scoped, scopedToTenant } from '../scoped.ts'
import { jobKinds } from '../../domain/jobs/kinds/registry.ts'

/** Blackouts of customers, sites and devices in a timeline, at most. */
const maxBlackouts = 500

export function runRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.post('/api/backups/trigger', async (req: Req<'triggerBackups'>, res: Res<'triggerBackups'>) => {
    const { all_devices: allDevices, failed, error_code: errorCode, platform, device_ids: deviceIds } = req.body
    const filter = req.body.filter && deviceFilterIn(req.body.filter)
    const input = { allDevices, failed, errorCode, platform, deviceIds, filter }
    const answer = await scopedToTenant(
      dependencies,
      req,
      (context) =>
        withIdempotency(dependencies, req, context, async () => {
          const queued = await triggerBackups(context, input, dependencies.signals)
          return { runs: await presentQueued(context, queued.runs, localeOf(req)), devices: queued.devices }
        }),
      { repeats: deviceIds !== undefined }, // the SQL of filters differs too much to keep its plans
    )
    // earlier versions stored a list without the number of devices
    const { runs, devices } = Array.isArray(answer) ? { runs: answer, devices: answer.length } : answer
    res.set('X-Coffer-Selected', `devices=${devices} queued=${runs.length}`)
    res.status(202).json(runs)
  })
  routes.get('/api/backups/failures', async (req: Req<'listBackupFailures'>, res: Res<'listBackupFailures'>) => {
    const causes = await scoped(dependencies, req, (context) =>
      groupFailedBackups(context, { platform: req.query.platform }),
    )
    const keys = await keysOfRuns(dependencies, causes.map(({ latest }) => latest)) // prettier-ignore
    res.json(causes.map((cause) => presentFailureCause(cause, keys.get(cause.latest.tenantId) ?? null, localeOf(req))))
  })
  routes.post('/api/devices/:device_id/test', async (req: Req<'testDevice'>, res: Res<'testDevice'>) => {
    const run = await scopedToTenant(dependencies, req, (context) =>
      withIdempotency(
        dependencies,
        req,
        context,
        async () => presentRun(await testDevice(context, req.params.device_id, dependencies.signals), null), // nothing in it is encrypted
      ),
    )
    res.status(202).json(run)
  })
  routes.get('/api/runs', async (req: Req<'listRuns'>, res: Res<'listRuns'>) => {
    const { limit = 100, cursor, failed_only: failedOnly, status, kind, since } = req.query
    const { device_id: deviceId, agent_id: agentId, queued_at: queuedAt, sort } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { queuedAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const from = instantIn(since)
    const deviceIds = listOf(deviceId)?.map((id) => id.toLowerCase())
    const lists = { deviceIds, statuses: listOf(status), kinds: listOf(kind) }
    const times = listOf(queuedAt)?.map((at) => new Date(at))
    const { attempted_since: attemptedSince, attempted_until: attemptedUntil } = req.query
    const attempted = { since: instantIn(attemptedSince), until: instantIn(attemptedUntil) }
    const filter = { failedOnly, agentId, ...lists, since: from, queuedAt: times, attempted }
    const { rows, suspicions, waits } = await scoped(dependencies, req, async (context) => {
      const found = await listRuns(context, filter, { limit: limit + 1, after, order: timeOrderOf(sort) })
      return {
        rows: found,
        suspicions: await findSuspicions(context, found),
        waits: await findWaitReasons(context, found),
      }
    })
    const { page, link } = paginate(req, rows, limit, (run) => [run.queuedAt.toISOString(), run.id])
    if (link) res.set('Link', link)
    const keys = await keysOfRuns(dependencies, page)
    res.json(page.map((run) => presentRun(run, keys.get(run.tenantId) ?? null, suspicions, waits, localeOf(req))))
  })
  routes.get(
    '/api/runs/timeline', // before the runs: `timeline` is not an id
    async (req: Req<'readRunTimeline'>, res: Res<'readRunTimeline'>) => {
      const window = { from: new Date(req.query.since), until: new Date(req.query.until) }
      const platform = await platformBlackouts(dependencies)
      const { timeline, named } = await scoped(dependencies, req, async (context) => ({
        timeline: await readTimeline(context, window),
        named: await readBlackoutsOfLevels(context, platform, maxBlackouts),
      }))
      const { timeZone } = dependencies.settings
      const stretches = await listStretches(named.blackouts, { ...window, timeZone })
      res.json(presentRunTimeline(timeline, stretches, named.omitted))
    },
  )
  routes.get('/api/runs/:run_id', async (req: Req<'getRun'>, res: Res<'getRun'>) => {
    const { run, suspicions, waits } = await scoped(dependencies, req, async (context) => {
      const found = await getRun(context, req.params.run_id)
      const runs = [found]
      return {
        run: found,
        suspicions: await findSuspicions(context, runs),
        waits: await findWaitReasons(context, runs),
      }
    })
    const keys = await keysOfRuns(dependencies, [run])
    res.json(presentRun(run, keys.get(run.tenantId) ?? null, suspicions, waits, localeOf(req)))
  })
  routes.get('/api/runs/:run_id/log', async (req: Req<'readRunLog'>, res: Res<'readRunLog'>) => {
    const { after = 0, limit = 1_000 } = req.query
    const { run, log } = await scoped(dependencies, req, async (context) => {
      const found = await getRun(context, req.params.run_id)
      const { id: runId, tenantId } = found
      return { run: found, log: await readRunLog(context, { runId, tenantId, after, limit }) }
    })
    const keys = (await keysOfRuns(dependencies, [run])).get(run.tenantId)
    res.json(keys ? openLog(log, keys).map((line) => presentLogLine(line, localeOf(req))) : [])
  })
  routes.get('/api/runs/:run_id/dry-run', async (req: Req<'readDryRun'>, res: Res<'readDryRun'>) => {
    const { run_id: id } = req.params
    const { tenantId } = await scoped(dependencies, req, (context) => getRun(context, id))
    const keys = await keysOfTenant(dependencies, tenantId)
    const found = await scoped(dependencies, req, (context) => readDryRun(context, id, keys))
    res.json(presentDryRun(found, localeOf(req)))
  })
  routes.post('/api/runs/:run_id/cancel', async (req: Req<'cancelRun'>, res: Res<'cancelRun'>) => {
    const run = await scopedToTenant(dependencies, req, async (context) => {
      await cancelRun({ ...context, kinds: jobKinds }, req.params.run_id)
      return getRun(context, req.params.run_id)
    })
    const keys = await keysOfRuns(dependencies, [run])
    res.status(202).json(presentRun(run, keys.get(run.tenantId) ?? null, undefined, undefined, localeOf(req)))
  })
  return routes
}

function instantIn(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}

/** Returns the keys of every tenant that has one of the runs. */
async function keysOfRuns({ keys }: Dependencies, runs: Run[]): Promise<Map<string, TenantKeys>> {
  const open = new Map<string, TenantKeys>()
  for (const tenantId of new Set(runs.map((run) => run.tenantId))) {
    const found = await keysOfTenant({ keys }, tenantId)
    if (found) open.set(tenantId, found)
  }
  return open
}

/** Null if they were destroyed. */
async function keysOfTenant({ keys }: Pick<Dependencies, 'keys'>, tenantId: string): Promise<TenantKeys | null> {
  try {
    return await keys.of(tenantId)
  } catch (error) {
    if (!(error instanceof KeysDestroyed)) throw error
    return null
  }
}
