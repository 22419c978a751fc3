import { createHmac, randomUUIDv7 } from 'node:crypto'
import { IdempotencyKey } from '../../../store/models/idempotency-key.ts'
import type { ActionContext } from '../context.ts'
import { DomainError } from '../domain-error.ts'

/** Days in which a repeated request is recognised. */
export const keptDays = 7

/** The parts of a request that a repeat must match. */
export interface RepeatableRequest {
  key: string
  method: string
  /** Path and query. */
  target: string
  body: unknown
  /** Key of the service: the stored digest of a body must not allow guessing a password in it. */
  hashKey: Buffer
}

/** A response, and whether it is that of an earlier request. */
export interface OnceAnswered<T> {
  answer: T
  isReplayed: boolean
}

/**
 * Runs `work` once per tenant (or the platform), actor and key; a repeat gets the first response, as JSON. The key is
 * inserted first, in the same transaction: a concurrent repeat waits, and runs `work` itself if the first request was
 * rejected.
 * @throws DomainError idempotency_mismatch if another request used the key
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
 * Returns the stored response of a repeated request, for work that reads much before its transaction: a repeat must not
 * depend on later changes. Null for a first request, or one without a key; it then calls `answerOnce`.
 * @throws DomainError idempotency_mismatch
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

/** Independent of the order of the body's fields. */
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
