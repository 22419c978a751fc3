import { Router } from 'express'
import type { components } from '../../../shared/contract/api-types.ts'
import { confirmRestore } from '../../domain/jobs/kinds/restore/confirm-restore.ts'
import { requestRestore } from '../../domain/jobs/kinds/restore/request-restore.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findStoredResponse, withIdempotency } from '../idempotency.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { presentQueuedRun } from '../queued-runs.ts'
import { createContentContext } from '../content-context.ts'
import { scopedToTenant } from '../scoped.ts'
import { platformPolicies } from './policies.ts'

type RunAnswer = components['schemas']['Run']

export function restoreRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.post(
    '/api/artifacts/versions/:version_id/restore',
    async (req: Req<'restoreVersion'>, res: Res<'restoreVersion'>) => {
      const { restore: platformPolicy } = await platformPolicies(dependencies)
      const own = {
        reading: createContentContext(dependencies, req, res),
        signals: dependencies.signals,
        platformPolicy,
      }
      const { confirm, confirm_minutes: confirmMinutes } = req.body
      const input = { versionId: req.params.version_id, confirm, confirmMinutes }
      // a lost response must not cause a second restore of the device
      const before = await scopedToTenant(dependencies, req, (context) =>
        findStoredResponse<RunAnswer>(dependencies, req, context),
      )
      const run =
        before ??
        (await requestRestore(own, input, (context, queue) =>
          withIdempotency(dependencies, req, context, async () =>
            presentQueuedRun(context, await queue(), localeOf(req)),
          ),
        ))
      res.status(202).json(run)
    },
  )
  routes.post(
    '/api/devices/:device_id/restore/confirm',
    async (req: Req<'confirmRestore'>, res: Res<'confirmRestore'>) => {
      const { restore: platformPolicy } = await platformPolicies(dependencies)
      const own = { signals: dependencies.signals, platformPolicy }
      const run = await scopedToTenant(dependencies, req, async (context) =>
        presentQueuedRun(context, await confirmRestore(context, req.params.device_id, own), localeOf(req)),
      )
      res.status(202).json(run)
    },
  )
  return routes
}
