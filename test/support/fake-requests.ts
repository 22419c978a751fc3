/** A received request with a valid signature. */
export interface SeenRequest {
  method: string
  path: string
  number: number
  body: Record<string, unknown>
}

/** What the fake does instead of answering a request: drops it, sends this answer, or falsifies it. */
export type Interception =
  | { kind: 'hang-up' }
  | { kind: 'silence' }
  | { kind: 'lose-answer' }
  | { kind: 'answer'; status: number; code: string; missingIds?: string[] }
  | { kind: 'tamper'; replace: (body: string) => string }
  | { kind: 'unsigned'; status: number }

/** Lists of a batch of an agent's requests, in the order in which they take effect: name, method and end of the path. */
export const batchLists = [
  ['logs', 'POST', 'log'],
  ['checks', 'POST', 'artifacts/check'],
  ['packs', 'POST', 'packs'],
  ['confirmations', 'POST', 'packs/confirm'],
  ['results', 'PUT', 'result'],
] as const

/** Records a request of a batch. Returns what the test does instead, and the action of the service. */
type Receive = (
  request: SeenRequest,
  jobId: string,
  what: string,
) => { how: Interception | undefined; act: () => Promise<[status: number, content?: unknown]> }

/**
 * Returns a handler of batches: it acts on each request as if it was sent alone. An interception without an answer leaves
 * the whole batch without one.
 */
export function createBatchHandler(receive: Receive) {
  return async (batch: SeenRequest, hangUp: () => void): Promise<[status: number, content: unknown]> => {
    const answers: Record<string, { status: number; body?: unknown }[]> = {}
    for (const [list, method, pathEnd] of batchLists) {
      const items = (batch.body[list] ?? []) as { job_id: string; body: Record<string, unknown> }[]
      for (const { job_id: jobId, body } of items) {
        const path = `/api/agent/jobs/${jobId}/${pathEnd}`
        const { how, act } = receive({ method, path, number: batch.number, body }, jobId, pathEnd)
        if (how?.kind === 'hang-up') {
          hangUp()
          return [500, {}]
        }
        const [status, content] = how?.kind === 'answer' ? [how.status, refusalBy(how)] : await act()
        if (how?.kind === 'lose-answer') hangUp()
        answers[list] = [...(answers[list] ?? []), { status, ...(content !== undefined && { body: content }) }]
      }
    }
    return [200, answers]
  }
}

/** Returns the body of an answer that a test has ordered. */
export function refusalBy({ code, missingIds }: Interception & { kind: 'answer' }) {
  return { code, title: 'Refused', missing_ids: missingIds }
}
