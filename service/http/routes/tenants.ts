import { Router } from 'express'
import { createTenant, prepareTenant } from '../../domain/inventory/tenants/create-tenant.ts'
import {
  findDestructions,
  getDestruction,
  listDestructions,
  readCertificate,
  withdrawDestruction,
} from '../../domain/recovery/destruction/destructions.ts'
import { eraseTenantKeys } from '../../domain/recovery/destruction/erase-tenant-keys.ts'
import { requestDestruction } from '../../domain/recovery/destruction/request-destruction.ts'
import { readSecuritySettings } from '../../domain/inventory/settings/security-settings.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import { destroyedKeys, getTenant, listTenants, updateTenant } from '../../domain/inventory/tenants/tenants.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Destruction, DestructionKind } from '../../store/models/destruction.ts'
import { inScope } from '../../store/scope.ts'
import type { ActionContext, RunInSystemTransaction } from '../../domain/kernel/context.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, parseText, uuidOf } from '../pagination.ts'
import { presentDestruction, presentTenant } from '../present/tenant.ts'
import { scoped } from '../scoped.ts'
import { platformPolicies } from './policies.ts'

/** What the service cannot reach. */
const leftToDestroy =
  'The keys are gone from the database, the object store and the memory of every replica. Copies outside still hold them, ' +
  'wrapped under the master key: dumps in files, backups and logs of the database server, copies of its disk and of the ' +
  'bucket. Destroy those too, or the master key that they need.'

const untilThen =
  'Nothing is destroyed before the request is due: until then it can be withdrawn, and everything works as before.'

export function tenantRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/tenants', async (req: Req<'listTenants'>, res: Res<'listTenants'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 1)
    const after = position && parseText(position[0])
    const { rows, destroyed, destructions } = await scoped(dependencies, req, async (context) => {
      const rows = await listTenants(context, { limit: limit + 1, after, q: req.query.q, slug: req.query.slug })
      return { rows, ...(await fatesOf(context, rows.map(({ id }) => id))) } // prettier-ignore
    })
    const { page, link } = paginate(req, rows, limit, (tenant) => [tenant.slug])
    if (link) res.set('Link', link)
    res.json(page.map((tenant) => presentTenant(tenant, destroyed.get(tenant.id), destructions.get(tenant.id))))
  })
  routes.post('/api/tenants', async (req: Req<'createTenant'>, res: Res<'createTenant'>) => {
    const wanted = {
      slug: req.body.slug,
      name: req.body.name,
      restorePolicy: req.body.restore_policy,
      decommissionedRetentionDays: req.body.decommissioned_retention_days,
    }
    const prepared = await prepareTenant(dependencies.masterKey, dependencies.store, wanted, dependencies.now())
    const tenant = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentTenant(await createTenant(context, prepared, wanted), undefined, undefined),
      ),
    )
    res.status(201).json(tenant)
  })
  routes.get('/api/tenants/:customer_id', async (req: Req<'getTenant'>, res: Res<'getTenant'>) => {
    const { customer_id: id } = req.params
    res.json(await scoped(dependencies, req, (context) => readTenant(context, id)))
  })
  routes.patch('/api/tenants/:customer_id', async (req: Req<'updateTenant'>, res: Res<'updateTenant'>) => {
    const change = {
      name: req.body.name,
      restorePolicy: req.body.restore_policy,
      decommissionedRetentionDays: req.body.decommissioned_retention_days,
    }
    const { customer_id: id } = req.params
    const { retention } = await platformPolicies(dependencies)
    const { tenant, destroyed, destructions } = await scoped(dependencies, req, async (context) => {
      await requireMatch(req, context, { table: 'tenants', id }, () => readTenant(context, id))
      const tenant = await updateTenant(context, id, omitUndefined(change), retention)
      return { tenant, ...(await fatesOf(context, [tenant.id])) }
    })
    await refreshDescription({ ...dependencies, log: req.log }, tenant)
    res.json(presentTenant(tenant, destroyed.get(tenant.id), destructions.get(tenant.id)))
  })
  routes.post('/api/tenants/:customer_id/destroy-key', async (req: Req<'destroyKey'>, res: Res<'destroyKey'>) => {
    const { destruction, erased } = await request(req, 'keys', req.body.confirm)
    res.status(erased ? 200 : 202).json({
      tenant_id: destruction.tenantId,
      destruction: presentDestruction(destruction),
      destroyed_at: (erased?.destroyedAt ?? destruction.startedAt)?.toISOString() ?? null,
      changing_devices: erased?.changingDevices ?? [],
      notice: erased ? leftToDestroy : untilThen,
    })
  })
  routes.delete('/api/tenants/:customer_id', async (req: Req<'deleteTenant'>, res: Res<'deleteTenant'>) => {
    const { destruction } = await request(req, 'tenant', req.query.confirm)
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

  /** What is due at once is begun at once; the scheduler does the rest. */
  async function request(req: Req<'destroyKey'> | Req<'deleteTenant'>, kind: DestructionKind, confirm: string) {
    const { keys, store, failpoint, knex, now } = dependencies
    const runInSystemTransaction: RunInSystemTransaction = (step) =>
      inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
    const { destructionDelay } = await runInSystemTransaction((context) =>
      readSecuritySettings(context.trx, context.now),
    )
    const wanted = { tenantId: req.params.customer_id, kind, confirm, delayDays: destructionDelay.days }
    const destruction = await scoped(dependencies, req, (context) => requestDestruction(context, wanted))
    if (destruction.dueAt > now()) return { destruction, erased: null }
    const erased = await eraseTenantKeys({ runInSystemTransaction, keys, store, failpoint }, destruction.id)
    keys.forget(destruction.tenantId)
    const begun = await scoped(dependencies, req, (context) => getDestruction(context, destruction.id))
    return { destruction: begun, erased }
  }
}

/** When the keys of tenants were destroyed, and what destructions there are. */
async function fatesOf(
  context: ActionContext,
  ids: readonly string[],
): Promise<{ destroyed: Map<string, Date>; destructions: Map<string, Destruction> }> {
  return { destroyed: await destroyedKeys(context, ids), destructions: await findDestructions(context, ids) }
}

async function readTenant(context: ActionContext, id: string) {
  const tenant = await getTenant(context, id)
  const { destroyed, destructions } = await fatesOf(context, [id])
  return presentTenant(tenant, destroyed.get(id), destructions.get(id))
}
