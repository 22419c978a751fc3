import { Router } from 'express'
import { compareVersions, diffVersions } from '../../domain/repository/versions/diff-versions.ts'
import { listArtifacts } from '../../domain/repository/versions/list-artifacts.ts'
import { findLastKnownGood, listLastKnownGood } from '../../domain/repository/versions/last-known-good.ts'
import { listVersions, readVersionRecord } from '../../domain/repository/versions/list-versions.ts'
import { rankChangesOfArtifact, rankChangesOfDevice } from '../../domain/repository/versions/rank-changes.ts'
import { readLineHistory } from '../../domain/repository/versions/line-history.ts'
import { readVersionContent } from '../../domain/repository/versions/read-version-content.ts'
import { recomputeMagnitudes } from '../../domain/repository/versions/recompute-magnitudes.ts'
import type { Dependencies } from '../../dependencies.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, uuidOf } from '../pagination.ts'
import { presentArtifact, presentDivergence } from '../present/artifact.ts'
import { presentLineHistory } from '../present/line-history.ts'
import { presentUnified } from '../present/unified.ts'
import { presentLastKnownGood, presentVersion } from '../present/version.ts'
import { createContentContext } from '../content-context.ts'
import { scoped } from '../scoped.ts'
import { sendBytes } from '../send-bytes.ts'

/** Lines of one answer, as in the contract. */
const maxLinesOfHistory = 20_000

export function versionRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/devices/:device_id/artifacts', async (req: Req<'listArtifacts'>, res: Res<'listArtifacts'>) => {
    const lineages = await scoped(dependencies, req, (context) => listArtifacts(context, req.params.device_id))
    res.json(lineages.map(presentArtifact))
  })
  routes.get(
    '/api/devices/:device_id/divergence',
    async (req: Req<'deviceDivergence'>, res: Res<'deviceDivergence'>) => {
      res.json(
        presentDivergence(
          await scoped(dependencies, req, (context) => rankChangesOfDevice(context, req.params.device_id)),
        ),
      )
    },
  )
  routes.get(
    '/api/devices/:device_id/last-known-good',
    async (req: Req<'listLastKnownGood'>, res: Res<'listLastKnownGood'>) => {
      const contentContext = createContentContext(dependencies, req, res)
      const found = await listLastKnownGood(contentContext, req.params.device_id)
      res.json(found.map((one) => presentLastKnownGood(one, localeOf(req))))
    },
  )
  routes.get(
    '/api/artifacts/:artifact_id/last-known-good',
    async (req: Req<'lastKnownGood'>, res: Res<'lastKnownGood'>) => {
      const contentContext = createContentContext(dependencies, req, res)
      const found = await findLastKnownGood(contentContext, req.params.artifact_id)
      res.json(presentLastKnownGood(found, localeOf(req)))
    },
  )
  routes.get('/api/artifacts/:artifact_id/versions', async (req: Req<'listVersions'>, res: Res<'listVersions'>) => {
    const { limit = 100, cursor } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { capturedAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const contentContext = createContentContext(dependencies, req, res)
    const rows = await listVersions(contentContext, req.params.artifact_id, { limit: limit + 1, after })
    const { page, link } = paginate(req, rows, limit, ({ version }) => [version.capturedAt.toISOString(), version.id])
    if (link) res.set('Link', link)
    res.json(page.map((version) => presentVersion(version, localeOf(req))))
  })
  routes.get('/api/artifacts/versions/:version_id', async (req: Req<'getVersion'>, res: Res<'getVersion'>) => {
    res.json(
      presentVersion(
        await readVersionRecord(createContentContext(dependencies, req, res), req.params.version_id),
        localeOf(req),
      ),
    )
  })
  routes.get('/api/artifacts/versions/:version_id/content', async (req: Req<'readVersionContent'>, res) => {
    const { download = false, normalised = false, max_lines: maxLines } = req.query
    const contentContext = createContentContext(dependencies, req, res)
    const content = await readVersionContent(contentContext, req.params.version_id, { download, normalised, maxLines })
    const { fileName, preview } = content
    if (preview) res.set('X-Coffer-Preview', `lines=${preview.lines} total=${preview.total}`)
    await sendBytes(res, { ...content, saveAs: download ? fileName : undefined })
  })
  routes.get(
    '/api/artifacts/versions/:version_id/lines',
    async (req: Req<'readLineHistory'>, res: Res<'readLineHistory'>) => {
      const { from_line: from = 1, max_lines: count = maxLinesOfHistory } = req.query
      const range = { first: from - 1, end: from - 1 + count }
      const contentContext = createContentContext(dependencies, req, res)
      res.json(presentLineHistory(await readLineHistory(contentContext, req.params.version_id, range), localeOf(req)))
    },
  )
  routes.get('/api/artifacts/:artifact_id/diff', async (req: Req<'diffVersions'>, res: Res<'diffVersions'>) => {
    const { from, to } = req.query
    const contentContext = createContentContext(dependencies, req, res)
    const difference = await diffVersions(contentContext, req.params.artifact_id, diffOptionsOf(req.query))
    res.json({ from, to, ...presentUnified(difference, !contentContext.readsSecrets) })
  })
  routes.get('/api/compare', async (req: Req<'compareVersions'>, res: Res<'compareVersions'>) => {
    const { from, to } = req.query
    const contentContext = createContentContext(dependencies, req, res)
    const difference = await compareVersions(contentContext, diffOptionsOf(req.query))
    res.json({ from, to, ...presentUnified(difference, !contentContext.readsSecrets) })
  })
  routes.get(
    '/api/artifacts/:artifact_id/divergence',
    async (req: Req<'artifactDivergence'>, res: Res<'artifactDivergence'>) => {
      const ranked = await scoped(dependencies, req, (context) =>
        rankChangesOfArtifact(context, req.params.artifact_id),
      )
      res.json(presentDivergence(ranked))
    },
  )
  routes.post(
    '/api/artifacts/:artifact_id/divergence/recompute',
    async (req: Req<'recomputeDivergence'>, res: Res<'recomputeDivergence'>) => {
      res.json(await recomputeMagnitudes(createContentContext(dependencies, req, res), req.params.artifact_id))
    },
  )
  return routes
}

/** Reads the options that both comparisons have. */
function diffOptionsOf({
  from,
  to,
  context = 3,
  text = 'normalised',
  ignore_whitespace: ignoresWhitespace = false,
}: Req<'compareVersions'>['query']) {
  return { from, to, context, text, ignoresWhitespace }
}
