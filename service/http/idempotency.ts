import { createHash, hkdfSync } from 'node:crypto'
import type { Request, Response } from 'express'
import type { ActionContext } from '../domain/kernel/context.ts'
import { type RepeatableRequest, answerOnce, findAnswer } from '../domain/kernel/idempotency/answer-once.ts'
import type { Dependencies } from '../dependencies.ts'

/**
 * Returns the stored response to a request with an `Idempotency-Key` that was answered before, without running `work`;
 * the response has `Idempotency-Replayed: true`. `work` runs in the context's transaction and returns the body, which
 * must not contain a secret that is shown only once.
 * @throws DomainError idempotency_mismatch
 */
export async function withIdempotency<Body>(
  dependencies: Pick<Dependencies, 'serviceKeys'>,
  req: Repeatable,
  context: ActionContext,
  work: () => Promise<Body>,
): Promise<Body> {
  const { answer, isReplayed } = await answerOnce(context, repeatableOf(dependencies, req), work)
  if (isReplayed) markReplayed(req)
  return answer
}

/**
 * Returns the response to an earlier request with the same key, or null, for a route whose work exceeds one
 * transaction.
 * @throws DomainError as `withIdempotency`
 */
export async function findStoredResponse<Body>(
  dependencies: Pick<Dependencies, 'serviceKeys'>,
  req: Repeatable,
  context: ActionContext,
): Promise<Body | null> {
  const answer = await findAnswer<Body>(context, repeatableOf(dependencies, req))
  if (answer !== null) markReplayed(req)
  return answer
}

type Repeatable = Pick<Request, 'get' | 'method' | 'originalUrl' | 'body' | 'res'>

function markReplayed({ res }: Repeatable): void {
  res?.set('Idempotency-Replayed', 'true')
}

/** Returns whether the response is that of an earlier request, possibly from an earlier version of Coffer. */
export function isReplayed(res: Pick<Response, 'get'>): boolean {
  return res.get('Idempotency-Replayed') !== undefined
}

function repeatableOf({ serviceKeys }: Pick<Dependencies, 'serviceKeys'>, req: Repeatable): RepeatableRequest | null {
  const key = req.get('Idempotency-Key')
  if (key === undefined) return null
  const hashKey = Buffer.from(hkdfSync('sha256', serviceKeys.settingsKey, '', 'coffer idempotency 1', 32))
  return { key, method: req.method, target: req.originalUrl, body: [req.body, filesIn(req)], hashKey }
}

/** Returns the files of a form. */
function filesIn(req: object): string[] {
  const files = 'files' in req && Array.isArray(req.files) ? (req.files as { buffer: Buffer }[]) : []
  return files.map(({ buffer }) => createHash('sha256').update(buffer).digest('hex'))
}
