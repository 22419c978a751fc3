import type { RequestHandler } from 'express'

/** What the contract's formats mean where the validator's own know the shape alone, and take what no database stores. */
export const formats = {
  'date-time': { type: 'string', validate: isInstant },
  date: { type: 'string', validate: isDay },
  uuid: { type: 'string', validate: (text: string) => uuid.test(text) },
} as const

/**
 * An id may be written in capital letters (RFC 9562, section 4), and we compare ids as text: those of query and body
 * become what is stored. Of a path see `pathInSmallLetters`.
 */
export const idsInSmallLetters = { format: 'uuid', deserialize: (id: string) => id.toLowerCase() }

/** Express reads a path's parameters from the address itself: each segment that is an id is rewritten there. */
export const pathInSmallLetters: RequestHandler = (req, _res, next) => {
  const [where = '', ...query] = req.url.split('?')
  const segments = where.split('/').map((segment) => (uuid.test(segment) ? segment.toLowerCase() : segment))
  req.url = [segments.join('/'), ...query].join('?')
  next()
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/** An instant of RFC 3339 whose day the calendar has; no leap second, which JavaScript has not. */
function isInstant(text: string): boolean {
  return /^.{10}t/i.test(text) && isDay(text.slice(0, 10)) && timeOfDay.test(text.slice(11))
}

/** A day of RFC 3339 that the calendar has: JavaScript takes February 30th for March 2nd. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
