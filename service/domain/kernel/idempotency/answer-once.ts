import { createHmac, randomUUIDv7 } from 'node:crypto'
import { IdempotencyKey } from '../../../store/models/idempotency-key.ts'
import type { ActionContext } from '../context.ts'
import { DomainError } from '../domain-error.ts'

/** How long a repeat is recognised. */
export const keptDays = 7

/** What makes a repeat the same request. */
export interface RepeatableRequest {
  key: string
  method: string
  /** Path and query. */
  target: string
  body: unknown
  /** Of the service: what is kept of a body must not let a password in it be guessed. */
  hashKey: Buffer
}

/** An answer, and whether it is that of an earlier request. */
export interface OnceAnswered<T> {
  answer: T
  isReplayed: boolean
}

/**
 * Runs `work` once for a customer (or the platform), actor and key; a repeat is given what it answered, as JSON. The key is
 * written first, in the same transaction: a second caller waits for the first, and does the work itself if the first was
 * refused.
 * @throws DomainError 409 `idempotency_mismatch` for the same key with another request
 */
export async function answerOnce<T>(
  context: ActionContext,
  request: RepeatableRequest | null,
  work: () => Promise<T>,
): Promise<OnceAnswered<T>> {
  if (!request || !context.actor.id) return { answer: await work(), isReplayed: false }
  const { trx, tenantId, now } = context
  const key = { tenantId, actorId: context.actor.id, key: request.key.toLowerCase() }
  const requestHash = hashOf(request)
  const id = randomUUIDv7()
  const row = { id, tenant_id: tenantId, actor_id: key.actorId, key: key.key, request_hash: requestHash }
  const inserted = await trx('idempotency_keys')
    .insert({ ...row, created_at: now })
    .onConflict(['tenant_id', 'actor_id', 'key'])
    .ignore()
    .returning('id')
  if (inserted.length === 0) return { answer: await repeated<T>(context, key, requestHash), isReplayed: true }
  const answer = await work()
  await IdempotencyKey.query(trx).findById(id).patch({ status: 200, answer })
  return { answer, isReplayed: false }
}

/**
 * What a request was answered when it came first, for work that looks at much before its transaction: what has changed
 * since then is nothing to a repeat. Null for one that is the first, or has no key; it goes on to `answerOnce`.
 * @throws as answerOnce
 */
export async function findAnswer<T>(context: ActionContext, request: RepeatableRequest | null): Promise<T | null> {
  if (!request || !context.actor.id) return null
  const { tenantId, actor } = context
  const key = { tenantId, actorId: actor.id, key: request.key.toLowerCase() }
  const isThere = await IdempotencyKey.query(context.trx).where(key).select('id').first()
  return isThere ? repeated<T>(context, key, hashOf(request)) : null
}

async function repeated<T>({ trx }: ActionContext, key: object, requestHash: Buffer): Promise<T> {
  const first = await IdempotencyKey.query(trx).where(key).first().throwIfNotFound()
  if (first.requestHash.equals(requestHash)) return first.answer as T
  throw new DomainError('idempotency_mismatch')
}

/** The order of a body's fields makes no difference. */
function hashOf({ method, target, body, hashKey }: RepeatableRequest): Buffer {
  return createHmac('sha256', hashKey)
    .update(JSON.stringify([method, target, sorted(body)]))
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}
