import type { Request, Response } from 'express'
import type { ContentContext } from '../domain/repository/content/content-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { holds } from '../domain/kernel/holds.ts'
import type { Operation } from './authorise.ts'
import { type ScopedRequest, callerOf, scoped } from './scoped.ts'

/**
 * Returns the context of a route whose action reads stored content. It ends with the connection. If its texts are masked,
 * the response says so.
 */
export function createContentContext(
  dependencies: Dependencies,
  req: ScopedRequest & Pick<Request, 'log'>,
  res: Pick<Response, 'once' | 'set' | 'writableFinished'>,
): ContentContext {
  const { keys, repository, workers, settings } = dependencies
  const ending = new AbortController()
  const readsSecrets = holds(callerOf(req).actor, 'secret:read')
  const operation = (req.openapi as { schema?: Operation } | undefined)?.schema
  if (operation?.['x-secrets'] === 'masked' && !readsSecrets) res.set('X-Coffer-Masked', 'secrets')
  res.once('close', () => {
    if (!res.writableFinished) ending.abort(new Error('nobody waits for the answer any more'))
  })
  return {
    inTransaction: (work) => scoped(dependencies, req, work),
    keys,
    repository,
    workers,
    limits: settings.limits,
    readsSecrets,
    log: req.log,
    signal: ending.signal,
  }
}
