import type { Request } from 'express'
import type { TimeOrder } from '../domain/kernel/time-order.ts'
import { invalidField } from '../domain/kernel/domain-error.ts'

/** Encodes the position after a page as the `cursor` of the next one. It is opaque to clients, but not secret. */
function encodeCursor(position: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * Decodes a cursor of `length` parts; null if the request has none.
 * @throws DomainError validation_failed for a value that is not a cursor of this list
 */
export function decodeCursor(cursor: string | undefined, length: number): (string | number | null)[] | null {
  if (cursor === undefined) return null
  const parts = parse(cursor)
  const isPart = (part: unknown) => part === null || typeof part === 'string' || Number.isSafeInteger(part)
  if (!Array.isArray(parts) || parts.length !== length || !parts.every(isPart)) throw notACursor()
  return parts
}

/**
 * Returns a part of a cursor as an instant.
 * @throws DomainError validation_failed
 */
export function instantOf(part: string | number | null | undefined): Date {
  const date = new Date(typeof part === 'string' ? part : NaN)
  if (Number.isNaN(date.getTime()) || date.toISOString() !== part) throw notACursor() // Date parses 'core-1' as a date
  return date
}

/**
 * Returns a part of a cursor as a uuid.
 * @throws DomainError validation_failed
 */
export function uuidOf(part: string | number | null | undefined): string {
  if (typeof part === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part)) return part
  throw notACursor()
}

/**
 * Returns a part of a cursor as text.
 * @throws DomainError validation_failed
 */
export function parseText(part: string | number | null | undefined): string {
  if (typeof part === 'string' && !part.includes('\0')) return part
  throw notACursor()
}

/**
 * Returns a part of a cursor as a count.
 * @throws DomainError validation_failed
 */
export function countOf(part: string | number | null | undefined): number {
  if (typeof part === 'number' && part >= 0 && part < 2 ** 31) return part
  throw notACursor()
}

/** Returns the order of a list sorted by time; default: latest first. */
export function timeOrderOf(sort: string | undefined): TimeOrder {
  return sort === undefined || sort.startsWith('-') ? 'latest first' : 'oldest first'
}

/** Returns the `Link` header for the next page. */
function nextLink(req: Pick<Request, 'originalUrl'>, cursor: string): string {
  const url = new URL(req.originalUrl, 'http://coffer')
  url.searchParams.set('cursor', cursor)
  return `<${url.pathname}${url.search}>; rel="next"`
}

/** Returns the `Link` header for the page after a position, for a list whose pages are not cut from rows. */
export function linkToNext(req: Pick<Request, 'originalUrl'>, position: readonly (string | number | null)[]): string {
  return nextLink(req, encodeCursor(position))
}

/**
 * Cuts a page from `limit + 1` rows. An extra row means that there is a next page, which starts after the last row of
 * this one.
 */
export function paginate<Row>(
  req: Pick<Request, 'originalUrl'>,
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => readonly (string | number | null)[],
): { page: Row[]; link: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, link: rows.length > limit && last ? nextLink(req, encodeCursor(positionOf(last))) : null }
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw notACursor()
  }
}

function notACursor() {
  return invalidField('cursor', 'cursor_invalid')
}
