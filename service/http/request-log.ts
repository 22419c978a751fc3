import type { Request, RequestHandler } from 'express'
import { type RequestCounts, operationOf } from './metrics/request-counts.ts'

/**
 * One line a request, when it ends, and its place in the counts. Never a query's values, which may hold a search or a path
 * in a customer's tree. What failed is an error; 503 is none, what is unavailable has a line of its own; what people changed, or were refused, is told at `info`; the rest, which is
 * most, at `debug`.
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
