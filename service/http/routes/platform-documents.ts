import { type Request, Router } from 'express'
import {
  activateDocument,
  deleteDocument,
  markTested,
  retireDocument,
} from '../../domain/inventory/platforms/change-document.ts'
import { readSource } from '../../domain/inventory/platforms/check-document.ts'
import { diffDocument } from '../../domain/inventory/platforms/diff-document.ts'
import { getDocument, listDocuments, listDocumentVersions } from '../../domain/inventory/platforms/document-view.ts'
import { createDocument, requireValid, updateDocument } from '../../domain/inventory/platforms/write-document.ts'
import {
  createDocumentTest,
  prepareDocumentTest,
  prepareImportedTest,
  readDocumentTest,
  deleteDocumentTest,
  listDocumentTests,
  openDocumentTests,
} from '../../domain/jobs/kinds/dry-run/document-tests.ts'
import { requestDryRun } from '../../domain/jobs/kinds/dry-run/request-dry-run.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import type { Dependencies } from '../../dependencies.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { countOf, decodeCursor, paginate, parseText, uuidOf } from '../pagination.ts'
import { presentDocument, presentDocumentTest, presentDocumentVersion } from '../present/platform-document.ts'
import { presentRun } from '../present/run.ts'
import { presentUnified } from '../present/unified.ts'
import { callerOf, scoped, scopedToTenant } from '../scoped.ts'

/** The transaction has the caller's scope: a document belongs to its tenant, or without one to the platform's level. */
export function platformDocumentRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  readingRoutes(routes, dependencies)
  routes.post(
    '/api/platforms/:document_id/try',
    async (req: Req<'tryPlatformDocument'>, res: Res<'tryPlatformDocument'>) => {
      const { device_id: deviceId, version = null, readings = 1, interval_seconds: intervalSeconds = 30 } = req.body
      const { propose: proposes = false } = req.body
      const input = { documentId: req.params.document_id, deviceId, version, readings, intervalSeconds, proposes }
      const run = await scopedToTenant(dependencies, req, (context) =>
        withIdempotency(
          dependencies,
          req,
          context,
          async () => presentRun(await requestDryRun(context, input, dependencies.signals), null), // nothing in it is encrypted
        ),
      )
      res.status(202).json(run)
    },
  )
  writingRoutes(routes, dependencies)
  testRoutes(routes, dependencies)
  routes.post(
    '/api/platforms/documents/:document_id/tested',
    async (req: Req<'markPlatformDocumentTested'>, res: Res<'markPlatformDocumentTested'>) => {
      const { document_id: id } = req.params
      const view = await scoped(dependencies, req, (context) =>
        markTested(context, id, { number: req.body.version, runId: req.body.run_id ?? null }),
      )
      res.json(presentDocument(view))
    },
  )
  routes.post(
    '/api/platforms/documents/:document_id/activate',
    async (req: Req<'activatePlatformDocument'>, res: Res<'activatePlatformDocument'>) => {
      const { document_id: id } = req.params
      const view = await scoped(dependencies, req, (context) => activateDocument(context, id, req.body.version))
      res.json(presentDocument(view))
    },
  )
  routes.post(
    '/api/platforms/documents/:document_id/retire',
    async (req: Req<'retirePlatformDocument'>, res: Res<'retirePlatformDocument'>) => {
      const view = await scoped(dependencies, req, (context) => retireDocument(context, req.params.document_id))
      res.json(presentDocument(view))
    },
  )
  return routes
}

function readingRoutes(routes: Router, dependencies: Dependencies): void {
  routes.get(
    '/api/platforms/documents',
    async (req: Req<'listPlatformDocuments'>, res: Res<'listPlatformDocuments'>) => {
      const { limit = 100, cursor, platform } = req.query
      const position = decodeCursor(cursor, 2)
      const after = position && { platform: parseText(position[0]), id: uuidOf(position[1]) }
      const rows = await scoped(dependencies, req, (context) =>
        listDocuments(context, { platform }, { limit: limit + 1, after }),
      )
      const { page, link } = paginate(req, rows, limit, ({ document }) => [document.platform, document.id])
      if (link) res.set('Link', link)
      res.json(page.map(presentDocument))
    },
  )
  routes.get(
    '/api/platforms/documents/:document_id',
    async (req: Req<'getPlatformDocument'>, res: Res<'getPlatformDocument'>) => {
      const view = await scoped(dependencies, req, (context) => getDocument(context, req.params.document_id))
      res.json(presentDocument(view))
    },
  )
  routes.get(
    '/api/platforms/documents/:document_id/versions',
    async (req: Req<'listPlatformDocumentVersions'>, res: Res<'listPlatformDocumentVersions'>) => {
      const { limit = 100, cursor } = req.query
      const position = decodeCursor(cursor, 1)
      const before = position && countOf(position[0])
      const rows = await scoped(dependencies, req, (context) =>
        listDocumentVersions(context, req.params.document_id, { limit: limit + 1, before }),
      )
      const { page, link } = paginate(req, rows, limit, ({ number }) => [number])
      if (link) res.set('Link', link)
      res.json(page.map(presentDocumentVersion))
    },
  )
  routes.get(
    '/api/platforms/documents/:document_id/diff',
    async (req: Req<'diffPlatformDocument'>, res: Res<'diffPlatformDocument'>) => {
      const { from, to } = req.query
      const difference = await diffDocument(
        (work) => scoped(dependencies, req, work),
        dependencies.workers,
        req.params.document_id,
        { from, to },
      )
      res.json({ from, to, ...presentUnified(difference, false) })
    },
  )
}

function writingRoutes(routes: Router, dependencies: Dependencies): void {
  routes.post(
    '/api/platforms/documents',
    async (req: Req<'createPlatformDocument'>, res: Res<'createPlatformDocument'>) => {
      const { source, note = null } = req.body
      const read = await readSource(dependencies.workers, callerOf(req).actor, source)
      const document = await scoped(dependencies, req, (context) =>
        withIdempotency(dependencies, req, context, async () =>
          presentDocument(await createDocument(context, { source, note, read })),
        ),
      )
      res.status(201).json(document)
    },
  )
  routes.patch(
    '/api/platforms/documents/:document_id',
    async (req: Req<'updatePlatformDocument'>, res: Res<'updatePlatformDocument'>) => {
      const { document_id: id } = req.params
      const { source, note = null } = req.body
      const { version, rows } = await scoped(dependencies, req, async (context) => ({
        version: (await getDocument(context, id)).version,
        rows: await listDocumentTests(context, id),
      }))
      const tests = await openDocumentTests(dependencies.keys, rows)
      const read = await readSource(dependencies.workers, callerOf(req).actor, source, version.document.allow, tests)
      const view = await scoped(dependencies, req, async (context) => {
        await requireDocument(req, context)
        return updateDocument(context, id, { source, note, read })
      })
      res.json(presentDocument(view))
    },
  )
  routes.delete('/api/platforms/documents/:document_id', async (req: Req<'deletePlatformDocument'>, res) => {
    await scoped(dependencies, req, async (context) => {
      await requireDocument(req, context)
      await deleteDocument(context, req.params.document_id)
    })
    res.status(204).end()
  })
}

function testRoutes(routes: Router, dependencies: Dependencies): void {
  routes.get(
    '/api/platforms/documents/:document_id/tests',
    async (req: Req<'listPlatformDocumentTests'>, res: Res<'listPlatformDocumentTests'>) => {
      const { document_id: id } = req.params
      const rows = await scoped(dependencies, req, (context) => listDocumentTests(context, id))
      res.json(rows.map(presentDocumentTest))
    },
  )
  routes.post(
    '/api/platforms/documents/:document_id/tests',
    async (req: Req<'createPlatformDocumentTest'>, res: Res<'createPlatformDocumentTest'>) => {
      const { name, run_id: runId, transcript } = req.body
      const { document_id: documentId } = req.params
      const { workers } = dependencies
      const prepared = await scopedToTenant(dependencies, req, (context) =>
        transcript
          ? prepareImportedTest(context, { documentId, test: transcript })
          : prepareDocumentTest(context, { documentId, runId: runId! }),
      )
      const { document, source } = prepared.latest
      const test = transcript ? await workers.run('maskTranscript', { document, test: transcript }) : prepared.test
      requireValid(await readSource(workers, callerOf(req).actor, source, document.allow, [{ name, test }]))
      const row = await scopedToTenant(dependencies, req, (context) =>
        createDocumentTest(context, name, { ...prepared, test }),
      )
      res.json(presentDocumentTest(row))
    },
  )
  routes.get(
    '/api/platforms/documents/:document_id/tests/:test_id',
    async (req: Req<'getPlatformDocumentTest'>, res: Res<'getPlatformDocumentTest'>) => {
      const { document_id: id, test_id: testId } = req.params
      const { row, test } = await scopedToTenant(dependencies, req, (context) => readDocumentTest(context, id, testId))
      res.json({ ...presentDocumentTest(row), transcript: test })
    },
  )
  routes.delete(
    '/api/platforms/documents/:document_id/tests/:test_id',
    async (req: Req<'deletePlatformDocumentTest'>, res) => {
      const { document_id: id, test_id: testId } = req.params
      await scopedToTenant(dependencies, req, (context) => deleteDocumentTest(context, id, testId))
      res.status(204).end()
    },
  )
}

function requireDocument(
  req: Pick<Request<{ document_id: string }>, 'get' | 'params'>,
  context: ActionContext,
): Promise<void> {
  const { document_id: id } = req.params
  const represent = async () => presentDocument(await getDocument(context, id))
  return requireMatch(req, context, { table: 'platform_documents', id }, represent)
}
