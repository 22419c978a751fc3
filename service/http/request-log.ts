import type { Request, RequestHandler } from 'express'
import { type RequestCounts, operationOf } from './metrics/request-counts.ts'

/**
 * Logs and counts each request when it ends. Query values are omitted: they may contain a search or a path of a
 * tenant's tree. Failures are logged at `error`, except 503, whose cause has its own line. Changes and rejections of
 * users are at `info`, all others (most) at `debug`.
 */
export function logRequests(counts: RequestCounts): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.once('close', () => {
      const ms = performance.now() - startedAt
      const route = operationOf(req)
      counts.count(route, res.statusCode, ms / 1000)
      const line = {
        method: req.method,
        route,
        path: req.path,
        status: res.statusCode,
        ms: Math.round(ms),
        actor: req.caller?.actor.name ?? req.agent?.actor.name,
        cut: !res.writableFinished || undefined,
      }
      req.log[levelOf(req, res.statusCode)](line, 'request')
    })
    next()
  }
}

function levelOf({ method, caller }: Request, status: number): 'error' | 'info' | 'debug' {
  if (status >= 500 && status !== 503) return 'error'
  const isChange = method !== 'GET' && method !== 'HEAD'
  return caller && (isChange || status >= 400) ? 'info' : 'debug'
}
