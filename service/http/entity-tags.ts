import { createHash } from 'node:crypto'
import type { RequestHandler, Request } from 'express'
import type { ActionContext } from '../domain/kernel/context.ts'
import { DomainError } from '../domain/kernel/domain-error.ts'

/**
 * Sets `ETag` on each answer whose `200` in the contract has that header, and answers a reading with 304 where
 * `If-None-Match` names it (RFC 9110, sections 8.8.3 and 13.1.2).
 */
export const tagRepresentations: RequestHandler = (req, res, next) => {
  if (!hasTag(req)) return next()
  const json = res.json.bind(res)
  res.json = (body: object) => {
    if (res.statusCode !== 200) return json(body)
    const tag = tagOf(body)
    res.set('ETag', tag)
    const isSame = req.method === 'GET' && isNotModified(req.get('If-None-Match'), tag)
    return isSame ? res.status(304).end() : json(body)
  }
  next()
}

/**
 * Holds a change to the state that its `If-Match` names (RFC 9110, section 13.1.1): no other transaction changes the row until
 * the transaction ends. Without the header every state is right.
 * @param table of the row that the path names; null for the settings
 * @param represent the body that a reading would be answered with now
 * @throws DomainError 412 `precondition_failed`
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

/** Returns whether `If-None-Match` names the tag, or any. The comparison is a weak one. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const named = [...ifNoneMatch.matchAll(/(?:W\/)?"[^"]*"/g)].map(([one]) => opaque(one))
  return ifNoneMatch.trim() === '*' || named.includes(opaque(tag))
}

/** What the answering replica says of itself in the settings is not part of their state. */
function tagOf(body: object): string {
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
