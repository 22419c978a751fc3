import type { Request, Response } from 'express'
import type { ContentContext } from '../domain/repository/content/content-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { scoped } from './scoped.ts'

/** Returns the context of a route whose action reads stored content. It ends with the connection. */
export function createContentContext(
  dependencies: Dependencies,
  req: Pick<Request, 'caller' | 'id' | 'ip' | 'log'>,
  res: Pick<Response, 'once' | 'writableFinished'>,
): ContentContext {
  const { keys, repository, workers, settings } = dependencies
  const ending = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) ending.abort(new Error('nobody waits for the answer any more'))
  })
  return {
    inTransaction: (work) => scoped(dependencies, req, work),
    keys,
    repository,
    workers,
    limits: settings.limits,
    log: req.log,
    signal: ending.signal,
  }
}
