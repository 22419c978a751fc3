import { type Request, Router } from 'express'
import { createGolden } from '../../domain/repository/golden-configurations/create-golden.ts'
import { deleteGolden } from '../../domain/repository/golden-configurations/delete-golden.ts'
import { getGolden, listGoldens } from '../../domain/repository/golden-configurations/list-goldens.ts'
import {
  type ComplianceChoice,
  readCompliance,
  readOutliers,
} from '../../domain/repository/golden-configurations/read-compliance.ts'
import { updateGolden } from '../../domain/repository/golden-configurations/update-golden.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createContentContext } from '../content-context.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import { listOf } from '../list-of.ts'
import { localeOf } from '../locale.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, paginate, parseText, uuidOf } from '../pagination.ts'
import { presentCompliance, presentGolden } from '../present/golden-configuration.ts'
import { scoped, scopedToTenant } from '../scoped.ts'
import { coolingOff } from './policies.ts'

/** Outliers named for each line; a single line names all. */
const namedOutliers = 20

export function goldenConfigurationRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get(
    '/api/golden-configurations',
    async (req: Req<'listGoldenConfigurations'>, res: Res<'listGoldenConfigurations'>) => {
      const { limit = 100, cursor } = req.query
      const at = decodeCursor(cursor, 2)
      const after = at && { name: parseText(at[0]), id: uuidOf(at[1]) }
      const rows = await scoped(dependencies, req, (context) => listGoldens(context, { limit: limit + 1, after }))
      const { page, link } = paginate(req, rows, limit, ({ golden }) => [golden.name, golden.id])
      if (link) res.set('Link', link)
      res.json(page.map(presentGolden))
    },
  )
  routes.post(
    '/api/golden-configurations',
    async (req: Req<'createGoldenConfiguration'>, res: Res<'createGoldenConfiguration'>) => {
      const { name, tag, version_id: id, declared_differences: declaredDifferences = [], note = null } = req.body
      const input = { name, tag, versionId: id.toLowerCase(), declaredDifferences, note }
      const created = await scopedToTenant(dependencies, req, (context) =>
        withIdempotency(dependencies, req, context, async () => presentGolden(await createGolden(context, input))),
      )
      res.status(201).json(created)
    },
  )
  routes.get(
    '/api/golden-configurations/:golden_id',
    async (req: Req<'getGoldenConfiguration'>, res: Res<'getGoldenConfiguration'>) => {
      res.json(presentGolden(await scoped(dependencies, req, (context) => getGolden(context, req.params.golden_id))))
    },
  )
  routes.patch(
    '/api/golden-configurations/:golden_id',
    async (req: Req<'updateGoldenConfiguration'>, res: Res<'updateGoldenConfiguration'>) => {
      const { name, tag, version_id: id, declared_differences: declaredDifferences, note } = req.body
      const change = omitUndefined({ name, tag, versionId: id?.toLowerCase(), declaredDifferences, note })
      const days = await coolingOff(dependencies)
      const updated = await scopedToTenant(dependencies, req, async (context) => {
        await requireUnchanged(req, context)
        return updateGolden(context, req.params.golden_id, change, days)
      })
      res.json(presentGolden(updated))
    },
  )
  routes.delete('/api/golden-configurations/:golden_id', async (req: Req<'deleteGoldenConfiguration'>, res) => {
    const days = await coolingOff(dependencies)
    await scopedToTenant(dependencies, req, async (context) => {
      await requireUnchanged(req, context)
      await deleteGolden(context, req.params.golden_id, days)
    })
    res.status(204).end()
  })
  routes.get(
    '/api/golden-configurations/:golden_id/compliance',
    async (req: Req<'readCompliance'>, res: Res<'readCompliance'>) => {
      const { line } = req.query
      const choice = { ...choiceOf(req.query), line, ...(line !== undefined && { maxOutliers: Infinity }) }
      const contentContext = createContentContext(dependencies, req, res)
      const compliance = await readCompliance(contentContext, req.params.golden_id, choice)
      res.json(presentCompliance(compliance, { locale: localeOf(req), masked: !contentContext.readsSecrets }))
    },
  )
  routes.get('/api/outliers', async (req: Req<'readOutliers'>, res: Res<'readOutliers'>) => {
    const contentContext = createContentContext(dependencies, req, res)
    const compliance = await readOutliers(contentContext, req.query, choiceOf(req.query))
    res.json(presentCompliance(compliance, { locale: localeOf(req), masked: !contentContext.readsSecrets }))
  })
  return routes
}

function choiceOf({
  kind,
  device_id: deviceId,
  max_lines: maxLines = 1_000,
}: Pick<Req<'readOutliers'>['query'], 'kind' | 'device_id' | 'max_lines'>): ComplianceChoice {
  const kinds = listOf(kind) ?? (deviceId === undefined ? ['golden', 'common'] : ['golden', 'common', 'rare'])
  return {
    kinds: kinds as ComplianceChoice['kinds'],
    deviceId: deviceId?.toLowerCase(),
    maxLines,
    maxOutliers: namedOutliers,
  }
}

function requireUnchanged(
  req: Pick<Request<{ golden_id: string }>, 'get' | 'params'>,
  context: ActionContext,
): Promise<void> {
  const { golden_id: id } = req.params
  const represent = async () => presentGolden(await getGolden(context, id))
  return requireMatch(req, context, { table: 'golden_configurations', id }, represent)
}
