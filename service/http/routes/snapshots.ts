import { Router } from 'express'
import { archiveSnapshot } from '../../domain/repository/snapshots/archive-snapshot.ts'
import { browseSnapshot } from '../../domain/repository/snapshots/browse-snapshot.ts'
import { diffSnapshots } from '../../domain/repository/snapshots/diff-snapshots.ts'
import { listSnapshots } from '../../domain/repository/snapshots/list-snapshots.ts'
import { readSnapshotFile } from '../../domain/repository/snapshots/read-snapshot-file.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, parseText, uuidOf } from '../pagination.ts'
import { presentFileDiff, presentFolderDiff, presentSnapshot, presentTreeEntry } from '../present/snapshot.ts'
import { createContentContext } from '../content-context.ts'
import { gzipPieces } from '../gzip-pieces.ts'
import { scoped } from '../scoped.ts'
import { sendBytes } from '../send-bytes.ts'

export function snapshotRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/devices/:device_id/snapshots', async (req: Req<'listSnapshots'>, res: Res<'listSnapshots'>) => {
    const { limit = 100, cursor } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { capturedAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(dependencies, req, (context) =>
      listSnapshots(context, req.params.device_id, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, ({ snapshot }) => [
      snapshot.capturedAt.toISOString(),
      snapshot.id,
    ])
    if (link) res.set('Link', link)
    res.json(page.map(presentSnapshot))
  })
  routes.get('/api/snapshots/:snapshot_id/browse', async (req: Req<'browseSnapshot'>, res: Res<'browseSnapshot'>) => {
    const { path = '/', limit = 100, cursor } = req.query
    const position = decodeCursor(cursor, 1)
    const after = position && Buffer.from(parseText(position[0]), 'base64url')
    const contentContext = createContentContext(dependencies, req, res)
    const entries = await browseSnapshot(contentContext, req.params.snapshot_id, path, { limit: limit + 1, after })
    const { page, link } = paginate(req, entries, limit, ({ name }) => [name.toString('base64url')])
    if (link) res.set('Link', link)
    res.json(page.map(presentTreeEntry))
  })
  routes.get('/api/snapshots/:snapshot_id/file', async (req: Req<'readSnapshotFile'>, res) => {
    const { path = '/', download = false } = req.query
    const file = await readSnapshotFile(createContentContext(dependencies, req, res), req.params.snapshot_id, path, {
      download,
    })
    await sendBytes(res, { ...file, saveAs: download ? file.fileName : undefined })
  })
  routes.get('/api/snapshots/:snapshot_id/diff', async (req: Req<'diffSnapshots'>, res: Res<'diffSnapshots'>) => {
    const { path = '/', other, context = 3, ignore_whitespace: ignoresWhitespace = false } = req.query
    const contentContext = createContentContext(dependencies, req, res)
    const options = { other, path, context, ignoresWhitespace }
    const difference = await diffSnapshots(contentContext, req.params.snapshot_id, options)
    res.json(difference.type === 'folder' ? presentFolderDiff(path, difference) : presentFileDiff(path, difference))
  })
  routes.get('/api/snapshots/:snapshot_id/archive', async (req: Req<'archiveSnapshot'>, res) => {
    const { path = '/' } = req.query
    const { fileName, body } = await archiveSnapshot(
      createContentContext(dependencies, req, res),
      req.params.snapshot_id,
      path,
    )
    const saveAs = `${fileName}.tar.gz`
    const compressed = gzipPieces(dependencies.workers, body)
    await sendBytes(res, { contentType: 'application/gzip', sizeBytes: null, body: compressed, saveAs })
  })
  return routes
}
