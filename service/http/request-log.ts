import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** One line a request, when it ends: never a query's values, which may hold a search or a path in a customer's tree. */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.once('close', () => {
      const line = {
        requestId: req.id,
        method: req.method,
        path: req.path,
        status: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
        actor: req.caller?.actor.name ?? req.agent?.actor.name,
        cut: !res.writableFinished || undefined,
      }
      if (res.statusCode >= 500) log.error(line, 'request')
      else log.debug(line, 'request')
    })
    next()
  }
}
