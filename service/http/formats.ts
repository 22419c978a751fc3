import type { RequestHandler } from 'express'

/**
 * Stricter checks of the contract's formats, where the validator checks only the shape and accepts values that no
 * database stores.
 */
export const formats = {
  'date-time': { type: 'string', validate: isInstant },
  date: { type: 'string', validate: isDay },
  uuid: { type: 'string', validate: (text: string) => uuid.test(text) },
  'platform-id': { type: 'string', validate: (id: string) => /^[a-z][a-z0-9_]{1,40}$/.test(id) },
} as const

/**
 * Lower-cases ids of query and body. Ids may be in upper case (RFC 9562, section 4), and are compared as text. For
 * paths see `pathInSmallLetters`.
 */
export const idsInSmallLetters = { format: 'uuid', deserialize: (id: string) => id.toLowerCase() }

/** Lower-cases ids in the path. Express reads path parameters from the URL, so it is rewritten there. */
export const pathInSmallLetters: RequestHandler = (req, _res, next) => {
  const [where = '', ...query] = req.url.split('?')
  const segments = where.split('/').map((segment) => (uuid.test(segment) ? segment.toLowerCase() : segment))
  req.url = [segments.join('/'), ...query].join('?')
  next()
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/**
 * Returns whether the text is an RFC 3339 instant on an existing day. Leap seconds are rejected, because JavaScript
 * does not support them.
 */
function isInstant(text: string): boolean {
  return /^.{10}t/i.test(text) && isDay(text.slice(0, 10)) && timeOfDay.test(text.slice(11))
}

/** Returns whether the text is an RFC 3339 date that exists. JavaScript reads February 30th as March 2nd. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
