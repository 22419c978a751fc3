import { Router } from 'express'
import {
  getDestruction,
  listDestructions,
  readCertificate,
  withdrawDestruction,
} from '../../domain/recovery/destruction/destructions.ts'
import { destroyTenantKeys } from '../../domain/recovery/destruction/destroy-tenant-keys.ts'
import { requestDestruction } from '../../domain/recovery/destruction/request-destruction.ts'
import { readSecuritySettings } from '../../domain/inventory/settings/security-settings.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { DestructionKind } from '../../store/models/destruction.ts'
import { inScope } from '../../store/scope.ts'
import type { RunInSystemTransaction } from '../../domain/kernel/context.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, uuidOf } from '../pagination.ts'
import { presentDestruction } from '../present/tenant.ts'
import { scoped } from '../scoped.ts'

/** Lists the copies of destroyed keys that the service cannot reach. */
const leftToDestroy =
  'The keys are gone from the database, the object store and the memory of every replica. Copies outside still hold them, ' +
  'wrapped under the master key: dumps in files, backups and logs of the database server, copies of its disk and of the ' +
  'bucket. Destroy those too, or the master key that they need.'

const untilThen =
  'Nothing is destroyed before the request is due: until then it can be withdrawn, and everything works as before.'

export function destructionRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.post('/api/tenants/:customer_id/destroy-key', async (req: Req<'destroyKey'>, res: Res<'destroyKey'>) => {
    const { destruction, erased } = await destroy(dependencies, req, 'keys', req.body.confirm)
    res.status(erased ? 200 : 202).json({
      tenant_id: destruction.tenantId,
      destruction: presentDestruction(destruction),
      destroyed_at: (erased?.destroyedAt ?? destruction.startedAt)?.toISOString() ?? null,
      changing_devices: erased?.changingDevices ?? [],
      notice: erased ? leftToDestroy : untilThen,
    })
  })
  routes.delete('/api/tenants/:customer_id', async (req: Req<'deleteTenant'>, res: Res<'deleteTenant'>) => {
    const { destruction } = await destroy(dependencies, req, 'tenant', req.query.confirm)
    res.status(202).json(presentDestruction(destruction))
  })
  routes.get('/api/destructions', async (req: Req<'listDestructions'>, res: Res<'listDestructions'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 2)
    const after = position && { at: instantOf(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(dependencies, req, (context) => listDestructions(context, { limit: limit + 1, after }))
    const { page, link } = paginate(req, rows, limit, (row) => [row.requestedAt.toISOString(), row.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentDestruction))
  })
  routes.get('/api/destructions/:destruction_id', async (req: Req<'getDestruction'>, res: Res<'getDestruction'>) => {
    res.json(
      presentDestruction(
        await scoped(dependencies, req, (context) => getDestruction(context, req.params.destruction_id)),
      ),
    )
  })
  routes.delete(
    '/api/destructions/:destruction_id',
    async (req: Req<'withdrawDestruction'>, res: Res<'withdrawDestruction'>) => {
      const { destruction_id: id } = req.params
      res.json(presentDestruction(await scoped(dependencies, req, (context) => withdrawDestruction(context, id))))
    },
  )
  routes.get(
    '/api/destructions/:destruction_id/certificate',
    async (req: Req<'readCertificate'>, res: Res<'readCertificate'>) => {
      const { destruction_id: id } = req.params
      const text = await scoped(dependencies, req, (context) => readCertificate(context, id))
      res.attachment(`certificate-${id}.json`).json(JSON.parse(text))
    },
  )
  return routes
}

/** Requests a destruction and performs it if it is due now; otherwise the scheduler does so later. */
async function destroy(
  dependencies: Dependencies,
  req: Req<'destroyKey'> | Req<'deleteTenant'>,
  kind: DestructionKind,
  confirm: string,
) {
  const { keys, store, failpoint, knex, now } = dependencies
  const runInSystemTransaction: RunInSystemTransaction = (step) =>
    inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
  const { destructionDelay } = await runInSystemTransaction((context) => readSecuritySettings(context.trx, context.now))
  const wanted = { tenantId: req.params.customer_id, kind, confirm, delayDays: destructionDelay.days }
  const destruction = await scoped(dependencies, req, (context) => requestDestruction(context, wanted))
  if (destruction.dueAt > now()) return { destruction, erased: null }
  const erased = await destroyTenantKeys({ runInSystemTransaction, keys, store, failpoint }, destruction.id)
  keys.forget(destruction.tenantId)
  const begun = await scoped(dependencies, req, (context) => getDestruction(context, destruction.id))
  return { destruction: begun, erased }
}
