import { createHash } from 'node:crypto'
import type { RequestHandler, Request } from 'express'
import type { ActionContext } from '../domain/kernel/context.ts'
import { DomainError } from '../domain/kernel/domain-error.ts'

/**
 * Sets `ETag` on each response whose `200` in the contract has that header, unless the route has set it. Returns 304 to a read if `If-None-Match`
 * matches (RFC 9110, sections 8.8.3 and 13.1.2).
 */
export const tagRepresentations: RequestHandler = (req, res, next) => {
  if (!hasTag(req)) return next()
  const json = res.json.bind(res)
  res.json = (body: object) => {
    if (res.statusCode !== 200) return json(body)
    if (res.get('ETag') !== undefined) {
      delete req.headers['if-none-match'] // the tag is of a part only, and the others may have changed
      return json(body)
    }
    const tag = tagOf(body)
    res.set('ETag', tag)
    const isSame = req.method === 'GET' && isNotModified(req.get('If-None-Match'), tag)
    return isSame ? res.status(304).end() : json(body)
  }
  next()
}

/**
 * Rejects a change if its `If-Match` does not match the current state (RFC 9110, section 13.1.1). The row is locked
 * until the transaction ends. Without the header every state matches.
 * @param table table of the row that the path names; null for the settings
 * @param represent returns the body that a read would return now
 * @throws DomainError precondition_failed
 */
export async function requireMatch(
  req: Pick<Request, 'get'>,
  { trx }: Pick<ActionContext, 'trx'>,
  { table, id }: { table: string | null; id: string },
  represent: () => Promise<object>,
): Promise<void> {
  const wanted = req.get('If-Match')
  if (wanted === undefined) return
  if (table === null) await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer change ' || ?, 0))`, [id])
  else await trx(table).where({ id }).forNoKeyUpdate().select('id')
  const tag = tagOf(await represent())
  if (wanted.trim() === '*' || [...wanted.matchAll(/(?:W\/)?"[^"]*"/g)].some(([one]) => one === tag)) return
  throw new DomainError('precondition_failed')
}

/** Returns whether `If-None-Match` matches the tag, or is `*`. The comparison is weak. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const named = [...ifNoneMatch.matchAll(/(?:W\/)?"[^"]*"/g)].map(([one]) => opaque(one))
  return ifNoneMatch.trim() === '*' || named.includes(opaque(tag))
}

/** Returns the tag of a state. Excludes fields about the responding replica, which are not part of the settings' state. */
export function tagOf(body: object): string {
  const { service: _, ...state } = body as { service?: unknown }
  return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}

function hasTag(req: Request): boolean {
  const { schema } = (req.openapi ?? {}) as { schema?: { responses?: Record<string, { headers?: object }> } }
  return 'ETag' in (schema?.responses?.['200']?.headers ?? {})
}
