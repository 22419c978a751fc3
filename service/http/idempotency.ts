import { createHash, hkdfSync } from 'node:crypto'
import type { Request, Response } from 'express'
import type { ActionContext } from '../domain/kernel/context.ts'
import { type RepeatableRequest, answerOnce, findAnswer } from '../domain/kernel/idempotency/answer-once.ts'
import type { Dependencies } from '../dependencies.ts'

/**
 * Answers a request that carries an `Idempotency-Key` with what its first one was answered, and does nothing then; the
 * answer has `Idempotency-Replayed: true`. `work` runs in the call's transaction, gives the body of the answer, and holds no secret that is shown only once.
 * @throws DomainError 409 for a key that was used for another request
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

/** The answer of an earlier request with the same key, or null, for a route whose work is more than a transaction. @throws as once */
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

/** Whether the answer is that of an earlier request, possibly of an earlier version of Coffer. */
export function isReplayed(res: Pick<Response, 'get'>): boolean {
  return res.get('Idempotency-Replayed') !== undefined
}

function repeatableOf({ serviceKeys }: Pick<Dependencies, 'serviceKeys'>, req: Repeatable): RepeatableRequest | null {
  const key = req.get('Idempotency-Key')
  if (key === undefined) return null
  const hashKey = Buffer.from(hkdfSync('sha256', serviceKeys.settingsKey, '', 'coffer idempotency 1', 32))
  return { key, method: req.method, target: req.originalUrl, body: [req.body, filesIn(req)], hashKey }
}

/** What a form brought beside its fields. */
function filesIn(req: object): string[] {
  const files = 'files' in req && Array.isArray(req.files) ? (req.files as { buffer: Buffer }[]) : []
  return files.map(({ buffer }) => createHash('sha256').update(buffer).digest('hex'))
}
