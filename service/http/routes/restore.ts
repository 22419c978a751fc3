import { Router } from 'express'
import type { components } from '../../../shared/contract/api-types.ts'
import { confirmRestore } from '../../domain/jobs/restore/confirm-restore.ts'
import { requestRestore } from '../../domain/jobs/restore/request-restore.ts'
import type { Pieces } from '../../dependencies.ts'
import { answered, once } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { presentQueuedRun } from '../queued-runs.ts'
import { readingFor } from '../content-context.ts'
import { scopedToTenant } from '../scoped.ts'
import { platformPolicies } from './policies.ts'

type RunAnswer = components['schemas']['Run']

export function restoreRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.post(
    '/api/artifacts/versions/:version_id/restore',
    async (req: Req<'restoreVersion'>, res: Res<'restoreVersion'>) => {
      const { restore: platformPolicy } = await platformPolicies(pieces)
      const deps = { reading: readingFor(pieces, req, res), signals: pieces.signals, platformPolicy }
      const { confirm, confirm_minutes: confirmMinutes } = req.body
      const wish = { versionId: req.params.version_id, confirm, confirmMinutes }
      // a device that was given its configuration back must not be given it again because an answer was lost
      const before = await scopedToTenant(pieces, req, (call) => answered<RunAnswer>(pieces, req, call))
      const run =
        before ??
        (await requestRestore(deps, wish, (call, queue) =>
          once(pieces, req, call, async () => presentQueuedRun(call, await queue())),
        ))
      res.status(202).json(run)
    },
  )
  routes.post(
    '/api/devices/:device_id/restore/confirm',
    async (req: Req<'confirmRestore'>, res: Res<'confirmRestore'>) => {
      const { restore: platformPolicy } = await platformPolicies(pieces)
      const deps = { signals: pieces.signals, platformPolicy }
      const run = await scopedToTenant(pieces, req, async (call) =>
        presentQueuedRun(call, await confirmRestore(call, req.params.device_id, deps)),
      )
      res.status(202).json(run)
    },
  )
  return routes
}
