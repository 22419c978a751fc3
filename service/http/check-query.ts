import type { Request, RequestHandler } from 'express'
import { invalidField } from '../domain/kernel/domain-error.ts'
import { repeatableParameters } from './query-parameters.ts'

/**
 * Stores a fault that the query parser ignores until the caller is known. Such faults are bytes that are not UTF-8 (RFC
 * 3986, section 2.5), and a single-value parameter that is given more than once.
 */
export const checkQuery: RequestHandler = (req, _res, next) => {
  if (!ignoringQueries.has(req.path)) req.bodyFault ??= faultIn(req)
  next()
}

/** Paths whose query is not checked: probes and scrapers add and repeat parameters of their own. */
const ignoringQueries = new Set(['/health', '/ready', '/metrics'])

/**
 * Parameters that an operation accepts several times. The validator rejects one where another operation accepts it
 * once.
 */
const repeatable = repeatableParameters()

/** Equals `maxItems` in the contract. The query parser turns a longer list into an object. */
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
