import type { RequestHandler } from 'express'

/** Response headers that pages of other origins may read. */
const exposed = [
  'Link',
  'X-Request-Id',
  'Retry-After',
  'Content-Disposition',
  'X-Coffer-Preview',
  'X-Coffer-Selected',
  'X-Coffer-Version',
  'X-Coffer-Artifact',
  'X-Coffer-Captured-At',
  'X-Coffer-Last-Seen-At',
  'Allow',
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
]

/** Request headers that they may send. */
const sendable = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID'],
  ...['X-Coffer-Confirmation', 'X-Coffer-Unattended'],
]

/** Time for which browsers cache a preflight response. */
const rememberedSeconds = 600

/**
 * Lets pages of these origins use the API from a browser (fetch.spec.whatwg.org, "CORS protocol"). Without origins no
 * response has CORS headers. Pages send tokens explicitly; there are no cookies to abuse.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins)
  return (req, res, next) => {
    if (allowed.size === 0) return next()
    res.vary('Origin')
    const { origin } = req.headers
    if (origin === undefined || !allowed.has(origin)) return next()
    res.set('Access-Control-Allow-Origin', origin)
    res.set('Access-Control-Expose-Headers', exposed.join(', '))
    const wanted = req.headers['access-control-request-method']
    if (req.method !== 'OPTIONS' || wanted === undefined) return next()
    res.set('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    res.set('Access-Control-Allow-Headers', sendable.join(', '))
    res.set('Access-Control-Max-Age', String(rememberedSeconds))
    res.status(204).end()
  }
}
