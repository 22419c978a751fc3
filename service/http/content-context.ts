import type { Request, Response } from 'express'
import type { Reading } from '../domain/repository/content/content-context.ts'
import type { Pieces } from '../dependencies.ts'
import { scoped } from './scoped.ts'

/** For a route whose action reads stored content. It ends with the connection. */
export function readingFor(
  pieces: Pieces,
  req: Pick<Request, 'caller' | 'id' | 'ip' | 'log'>,
  res: Pick<Response, 'once' | 'writableFinished'>,
): Reading {
  const { keys, repository, workers, settings } = pieces
  const ending = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) ending.abort(new Error('nobody waits for the answer any more'))
  })
  return {
    inCall: (work) => scoped(pieces, req, work),
    keys,
    repository,
    workers,
    limits: settings.limits,
    log: req.log,
    signal: ending.signal,
  }
}
