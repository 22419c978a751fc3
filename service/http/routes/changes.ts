import { Router } from 'express'
import { type ChangeFilter, listChanges } from '../../domain/reporting/changes/list-changes.ts'
import { listChangeGroups } from '../../domain/reporting/changes/list-change-groups.ts'
import { listPastStates } from '../../domain/reporting/past-states/list-past-states.ts'
import { reviewVersion, reviewVersions, withdrawReview } from '../../domain/reporting/changes/review-versions.ts'
import { pinVersion, unpinVersion } from '../../domain/repository/pins/pin-version.ts'
import { readDrift } from '../../domain/repository/pins/read-drift.ts'
import type { Dependencies } from '../../dependencies.ts'
import { localeOf } from '../locale.ts'
import { listOf } from '../list-of.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, parseText, timeOrderOf, uuidOf } from '../pagination.ts'
import { presentArtifact, presentDrift } from '../present/artifact.ts'
import { presentPastState } from '../present/past-state.ts'
import { presentChange, presentChangeGroup, presentVersion } from '../present/version.ts'
import { createContentContext } from '../content-context.ts'
import { scoped } from '../scoped.ts'
import { coolingOff } from './policies.ts'

export function changeRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/changes', async (req: Req<'listChanges'>, res: Res<'listChanges'>) => {
    const { limit = 100, cursor, group, run_id: runId, sort } = req.query
    const filter = { ...changeFilterOf(req.query), group, runId }
    const wanted = { limit: limit + 1, after: versionPositionOf(cursor), order: timeOrderOf(sort) }
    const rows = await listChanges(createContentContext(dependencies, req, res), filter, wanted)
    const { page, link } = paginate(req, rows, limit, ({ record: { version } }) => [
      version.capturedAt.toISOString(),
      version.id,
    ])
    if (link) res.set('Link', link)
    res.json(page.map((change) => presentChange(change, localeOf(req))))
  })
  routes.get('/api/changes/groups', async (req: Req<'listChangeGroups'>, res: Res<'listChangeGroups'>) => {
    const { limit = 100, cursor } = req.query
    const wanted = { limit: limit + 1, after: versionPositionOf(cursor) }
    const contentContext = createContentContext(dependencies, req, res)
    const rows = await listChangeGroups(contentContext, changeFilterOf(req.query), wanted)
    const { page, link } = paginate(req, rows, limit, ({ latest: { record } }) => [
      record.version.capturedAt.toISOString(),
      record.version.id,
    ])
    if (link) res.set('Link', link)
    res.json(page.map((group) => presentChangeGroup(group, localeOf(req))))
  })
  routes.get('/api/time-machine', async (req: Req<'listPastStates'>, res: Res<'listPastStates'>) => {
    const { limit = 100, cursor, minutes = 60, changed, site, tag } = req.query
    const at = new Date(req.query.at)
    const since = new Date(at.getTime() - minutes * 60_000)
    const position = decodeCursor(cursor, 2)
    const after = position && { name: parseText(position[0]), id: uuidOf(position[1]) }
    const question = { at, since, changed, sites: listOf(site), tags: listOf(tag) }
    const contentContext = createContentContext(dependencies, req, res)
    const rows = await listPastStates(contentContext, question, { limit, after })
    const { page, link } = paginate(req, rows, limit, ({ name, id }) => [name, id])
    if (link) res.set('Link', link)
    res.json(page.map((device) => presentPastState(device, localeOf(req))))
  })
  routes.post('/api/changes/review', async (req: Req<'reviewChanges'>, res: Res<'reviewChanges'>) => {
    const { version_ids: ids, ...words } = req.body
    res.json({ reviewed: await reviewVersions(createContentContext(dependencies, req, res), ids, words) })
  })
  routes.post(
    '/api/artifacts/versions/:version_id/review',
    async (req: Req<'reviewVersion'>, res: Res<'reviewVersion'>) => {
      const contentContext = createContentContext(dependencies, req, res)
      res.json(
        presentVersion(await reviewVersion(contentContext, req.params.version_id, req.body ?? {}), localeOf(req)),
      )
    },
  )
  routes.delete('/api/artifacts/versions/:version_id/review', async (req: Req<'withdrawReview'>, res) => {
    await scoped(dependencies, req, (context) => withdrawReview(context, req.params.version_id))
    res.status(204).end()
  })
  routes.put('/api/artifacts/:artifact_id/pin', async (req: Req<'pinVersion'>, res: Res<'pinVersion'>) => {
    const versionId = req.body.version_id.toLowerCase()
    res.json(
      presentArtifact(
        await pinVersion(
          createContentContext(dependencies, req, res),
          req.params.artifact_id,
          versionId,
          await coolingOff(dependencies),
        ),
      ),
    )
  })
  routes.delete('/api/artifacts/:artifact_id/pin', async (req: Req<'unpinVersion'>, res) => {
    const days = await coolingOff(dependencies)
    await scoped(dependencies, req, (context) => unpinVersion(context, req.params.artifact_id, days))
    res.status(204).end()
  })
  routes.get('/api/artifacts/:artifact_id/drift', async (req: Req<'readDrift'>, res: Res<'readDrift'>) => {
    const { context = 3 } = req.query
    const contentContext = createContentContext(dependencies, req, res)
    const drift = await readDrift(contentContext, req.params.artifact_id, { context })
    res.json(presentDrift(drift, !contentContext.readsSecrets))
  })
  return routes
}

function changeFilterOf(query: Req<'listChangeGroups'>['query']): ChangeFilter {
  const { reviewed, suspicious, since, until, device_id: deviceId, platform, site, tag, key } = query
  const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  const times = { since: instant(since), until: instant(until) }
  const deviceIds = listOf(deviceId)?.map((id) => id.toLowerCase())
  const lists = { deviceIds, platforms: listOf(platform), sites: listOf(site), tags: listOf(tag), keys: listOf(key) }
  return { reviewed, suspicious, ...times, ...lists }
}

function versionPositionOf(cursor: string | undefined) {
  const position = decodeCursor(cursor, 2)
  return position && { capturedAt: instantOf(position[0]), id: uuidOf(position[1]) }
}
