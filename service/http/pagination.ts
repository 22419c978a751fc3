import type { Request } from 'express'
import type { TimeOrder } from '../domain/kernel/time-order.ts'
import { invalidField } from '../domain/kernel/domain-error.ts'

/** Where a page ended, as the `cursor` parameter of the next one. Opaque to callers, and not a secret. */
function encodeCursor(position: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * Reads a cursor of `length` parts; null when the request has none.
 * @throws DomainError 422 for what no page of this list ended with
 */
export function decodeCursor(cursor: string | undefined, length: number): (string | number | null)[] | null {
  if (cursor === undefined) return null
  const parts = parse(cursor)
  const isPart = (part: unknown) => part === null || typeof part === 'string' || Number.isSafeInteger(part)
  if (!Array.isArray(parts) || parts.length !== length || !parts.every(isPart)) throw notACursor()
  return parts
}

/** A part of a cursor that is an instant. @throws DomainError 422 */
export function instantOf(part: string | number | null | undefined): Date {
  const date = new Date(typeof part === 'string' ? part : NaN)
  if (Number.isNaN(date.getTime()) || date.toISOString() !== part) throw notACursor() // Date reads 'core-1' as a date
  return date
}

/** A part of a cursor that is a uuid. @throws DomainError 422 */
export function uuidOf(part: string | number | null | undefined): string {
  if (typeof part === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part)) return part
  throw notACursor()
}

/** A part of a cursor that is text. @throws DomainError 422 */
export function parseText(part: string | number | null | undefined): string {
  if (typeof part === 'string' && !part.includes('\0')) return part
  throw notACursor()
}

/** A part of a cursor that counts something. @throws DomainError 422 */
export function countOf(part: string | number | null | undefined): number {
  if (typeof part === 'number' && part >= 0 && part < 2 ** 31) return part
  throw notACursor()
}

/** What `sort` of a list along instants says; without, the latest come first. */
export function timeOrderOf(sort: string | undefined): TimeOrder {
  return sort === undefined || sort.startsWith('-') ? 'latest first' : 'oldest first'
}

/** The `Link` header that leads on from this request's page. */
function nextLink(req: Pick<Request, 'originalUrl'>, cursor: string): string {
  const url = new URL(req.originalUrl, 'http://coffer')
  url.searchParams.set('cursor', cursor)
  return `<${url.pathname}${url.search}>; rel="next"`
}

/**
 * Cuts a page out of `limit + 1` rows: the row too many says that there is a next page, which starts behind the last.
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
