import { type Request, Router } from 'express'
import type { components } from '../../../shared/contract/api-types.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { createDevicePair, deleteDevicePair, updateDevicePair } from '../../domain/repository/pairs/change-pairs.ts'
import { getDevicePair, listDevicePairs } from '../../domain/repository/pairs/device-pairs.ts'
import { examinePair } from '../../domain/repository/pairs/examine-pair.ts'
import { previewPair, readPairDiff } from '../../domain/repository/pairs/read-pair-diff.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createContentContext } from '../content-context.ts'
import { requireMatch } from '../entity-tags.ts'
import { findStoredResponse, withIdempotency } from '../idempotency.ts'
import { localeOf } from '../locale.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, paginate, parseText, uuidOf } from '../pagination.ts'
import { presentDevicePair, presentPairDiff } from '../present/device-pair.ts'
import { scoped, scopedToTenant } from '../scoped.ts'

type Pair = components['schemas']['DevicePair']

export function devicePairRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/device-pairs', async (req: Req<'listDevicePairs'>, res: Res<'listDevicePairs'>) => {
    const { limit = 100, cursor, device_id: deviceId, differs } = req.query
    const at = decodeCursor(cursor, 2)
    const after = at && { name: parseText(at[0]), id: uuidOf(at[1]) }
    const rows = await scoped(dependencies, req, (context) =>
      listDevicePairs(context, { deviceId, differs }, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, ({ pair }) => [pair.name, pair.id])
    if (link) res.set('Link', link)
    res.json(page.map((view) => presentDevicePair(view, localeOf(req))))
  })
  routes.post('/api/device-pairs', async (req: Req<'createDevicePair'>, res: Res<'createDevicePair'>) => {
    const input = { note: null, declaredDifferences: [], ...pairInput(req.body) }
    // the comparison reads content, so it ends before the transaction
    const before = await scopedToTenant(dependencies, req, (context) =>
      findStoredResponse<Pair>(dependencies, req, context),
    )
    if (before) {
      res.status(201).json(before)
      return
    }
    const outcome = await examinePair(createContentContext(dependencies, req, res), input, input.declaredDifferences)
    const created = await scopedToTenant(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentDevicePair(await createDevicePair(context, input, outcome), localeOf(req)),
      ),
    )
    res.status(201).json(created)
  })
  routes.post('/api/device-pairs/preview', async (req: Req<'previewDevicePair'>, res: Res<'previewDevicePair'>) => {
    const { context = 3 } = req.body
    const { declaredDifferences = [], ...devices } = pairInput(req.body)
    const contentContext = createContentContext(dependencies, req, res)
    const options = { context, ignoresWhitespace: false }
    const difference = await previewPair(contentContext, devices, declaredDifferences, options)
    res.json(presentPairDiff(difference, !contentContext.readsSecrets))
  })
  routes.get('/api/device-pairs/:pair_id', async (req: Req<'getDevicePair'>, res: Res<'getDevicePair'>) => {
    const found = await scoped(dependencies, req, (context) => getDevicePair(context, req.params.pair_id))
    res.json(presentDevicePair(found, localeOf(req)))
  })
  routes.patch('/api/device-pairs/:pair_id', async (req: Req<'updateDevicePair'>, res: Res<'updateDevicePair'>) => {
    const change = omitUndefined(pairInput(req.body))
    const { pair } = await scopedToTenant(dependencies, req, (context) => getDevicePair(context, req.params.pair_id))
    const wanted = { ...pair, ...change }
    const contentContext = createContentContext(dependencies, req, res)
    const outcome = await examinePair(contentContext, wanted, wanted.declaredDifferences, pair.id)
    const updated = await scopedToTenant(dependencies, req, async (context) => {
      await requireUnchanged(req, context)
      return updateDevicePair(context, pair.id, change, { updatedAt: pair.updatedAt, outcome })
    })
    res.json(presentDevicePair(updated, localeOf(req)))
  })
  routes.delete('/api/device-pairs/:pair_id', async (req: Req<'deleteDevicePair'>, res) => {
    await scopedToTenant(dependencies, req, async (context) => {
      await requireUnchanged(req, context)
      await deleteDevicePair(context, req.params.pair_id)
    })
    res.status(204).end()
  })
  routes.get(
    '/api/device-pairs/:pair_id/diff',
    async (req: Req<'readDevicePairDiff'>, res: Res<'readDevicePairDiff'>) => {
      const { context = 3, ignore_whitespace: ignoresWhitespace = false } = req.query
      const contentContext = createContentContext(dependencies, req, res)
      const options = { context, ignoresWhitespace }
      const difference = await readPairDiff(contentContext, req.params.pair_id, options)
      res.json(presentPairDiff(difference, !contentContext.readsSecrets))
    },
  )
  return routes
}

/** Returns the fields of a request. */
function pairInput<Body extends components['schemas']['DevicePairPatch']>(body: Body) {
  const { name, first_device_id, second_device_id, key, declared_differences: declaredDifferences, note } = body
  return {
    name: name as Body['name'],
    firstDeviceId: first_device_id as Body['first_device_id'],
    secondDeviceId: second_device_id as Body['second_device_id'],
    key: key as Body['key'],
    ...(declaredDifferences && { declaredDifferences }),
    ...(note !== undefined && { note }),
  }
}

function requireUnchanged(
  req: Pick<Request<{ pair_id: string }>, 'get' | 'params' | 'acceptsLanguages'>,
  context: ActionContext,
): Promise<void> {
  const { pair_id: id } = req.params
  const represent = async () => presentDevicePair(await getDevicePair(context, id), localeOf(req))
  return requireMatch(req, context, { table: 'device_pairs', id }, represent)
}
