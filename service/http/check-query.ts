import type { Request, RequestHandler } from 'express'
import { invalidField } from '../domain/kernel/domain-error.ts'
import { repeatableParameters } from './query-parameters.ts'

/**
 * Keeps a fault of a query that the parser of queries would pass over, until the caller is known: bytes that are not
 * UTF-8 (RFC 3986, section 2.5), or a parameter for one value that is given twice, of which one would be taken in silence.
 */
export const checkQuery: RequestHandler = (req, _res, next) => {
  if (!ignoringQueries.has(req.path)) req.bodyFault ??= faultIn(req)
  next()
}

/** Probes and scrapers add parameters of their own, and repeat them. */
const ignoringQueries = new Set(['/health', '/ready', '/metrics'])

/** Parameters that an operation takes several times. The validator refuses one where another operation takes it once. */
const repeatable = repeatableParameters()

/** As `maxItems` in the contract. The parser of queries makes an object of more. */
const maxValues = 20

function faultIn({ originalUrl }: Pick<Request, 'originalUrl'>) {
  const start = originalUrl.indexOf('?')
  if (start === -1) return undefined
  const counts = new Map<string, number>()
  for (const pair of originalUrl.slice(start + 1).split('&')) {
    if (pair === '') continue
    const name = textOf(pair.split('=', 1)[0] ?? '')
    if (name === null || textOf(pair) === null) return invalidField('query', 'invalid_percent_escape')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > 1 && !repeatable.has(name)) return invalidField(name, 'given_more_than_once')
    if (count > maxValues) return invalidField(name, 'given_too_often', { max: maxValues })
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
