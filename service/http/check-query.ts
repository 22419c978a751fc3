import type { Request, RequestHandler } from 'express'
import { refused } from '../domain/refusal.ts'

/**
 * Keeps a fault of a query that the parser of queries would pass over, for when it is known who asks: bytes that are no
 * UTF-8 (RFC 3986, section 2.5), or a name that stands there twice, of which one would be taken in silence.
 */
export const checkQuery: RequestHandler = (req, _res, next) => {
  if (!ignoringQueries.has(req.path)) req.bodyFault ??= faultIn(req)
  next()
}

/** Probes and scrapers add parameters of their own, and repeat them. */
const ignoringQueries = new Set(['/health', '/ready', '/metrics'])

function faultIn({ originalUrl }: Pick<Request, 'originalUrl'>) {
  const start = originalUrl.indexOf('?')
  if (start === -1) return undefined
  const names = new Set<string>()
  for (const pair of originalUrl.slice(start + 1).split('&')) {
    if (pair === '') continue
    const name = textOf(pair.split('=', 1)[0] ?? '')
    if (name === null || textOf(pair) === null) return refused('query', 'holds an escape that is none, or no UTF-8')
    if (names.has(name)) return refused(name, 'stands there twice')
    names.add(name)
  }
  return undefined
}

function textOf(escaped: string): string | null {
  try {
    return decodeURIComponent(escaped.replaceAll('+', ' '))
  } catch {
    return null
  }
}
