import { Router } from 'express'
import type { SearchRecord } from '../../domain/repository/search/search-record.ts'
import { searchTexts } from '../../domain/repository/search/search-texts.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req } from '../operation.ts'
import { presentSearchRecord } from '../present/search.ts'
import { createContentContext } from '../content-context.ts'
import { sendBytes } from '../send-bytes.ts'

export function searchRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.post('/api/search', async (req: Req<'searchConfigurations'>, res) => {
    const { pattern, regex = false, ignore_case: ignoreCase = false, missing = false, context = 0 } = req.body
    const { limit = 1_000, platform, site, tag, key } = req.body
    const filter = { platform, site, tag, key }
    const wanted = { pattern, regex, ignoreCase, missing, context, limit, filter }
    const contentContext = createContentContext(dependencies, req, res)
    const { records, over } = await searchTexts(dependencies.searching, contentContext, wanted)
    const lines = asLines(records, !contentContext.readsSecrets)
    await sendBytes(res, { contentType: 'application/x-ndjson', sizeBytes: null, body: lines, over })
  })
  return routes
}

async function* asLines(records: AsyncIterable<SearchRecord[]>, masked: boolean): AsyncGenerator<Buffer> {
  for await (const batch of records) {
    yield Buffer.from(batch.map((record) => `${JSON.stringify(presentSearchRecord(record, masked))}\n`).join(''))
  }
}
