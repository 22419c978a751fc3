import type { components } from '../../shared/contract/api-types.ts'
import type { BatchList, Exchange, SignedRequest } from './exchange.ts'
import { mayRepeat, NoAnswer, Refused } from './transport-error.ts'

type Schemas = components['schemas']
type Answers = Schemas['AgentBatchAnswers']

/** Larger requests are sent alone, so that others do not wait for them. */
const largestBytes = 64 * 1024

/** Batches of each kind that are sent at the same time. */
const lanes = 2

type Batchable = SignedRequest & { batch: NonNullable<SignedRequest['batch']> }

/** One or two requests of a job, which are sent in the same batch. */
interface Waiting {
  requests: Batchable[]
  resolve(outcomes: PromiseSettledResult<unknown>[]): void
  reject(error: unknown): void
}

/**
 * Returns an exchange that sends requests of several jobs at once. A request is sent immediately while fewer than two are
 * under way; the others wait for one of these to end and share the next. An idle agent loses no time by it, and a busy one
 * needs one signature, one number and one response for many requests.
 * @param maxBatch the largest number of requests that the service accepts at once
 */
export function createBatchedExchange(exchange: Exchange, maxBatch: number): Exchange {
  const queues = new Map<number, RequestQueue>()

  function enqueue(requests: Batchable[]): Promise<PromiseSettledResult<unknown>[]> {
    const timeoutMs = Math.max(...requests.map((request) => request.timeoutMs))
    const queue = queues.get(timeoutMs) ?? new RequestQueue(exchange, maxBatch, timeoutMs)
    queues.set(timeoutMs, queue)
    return queue.add(requests)
  }

  return {
    async call<T>(request: SignedRequest) {
      if (!isBatchable(request)) return exchange.call<T>(request)
      const [outcome] = await enqueue([request])
      if (outcome?.status === 'fulfilled') return outcome.value as T | undefined
      throw outcome?.reason
    },
    callBoth(first, second) {
      return maxBatch >= 2 && isBatchable(first) && isBatchable(second) ? enqueue([first, second]) : undefined
    },
  }
}

function isBatchable(request: SignedRequest): request is Batchable {
  return request.batch !== undefined && (request.body?.length ?? 0) <= largestBytes
}

/** Requests with the same timeout: short ones do not wait for results, which take longer to verify. */
class RequestQueue {
  readonly #exchange: Exchange
  readonly #maxBatch: number
  readonly #timeoutMs: number
  #waiting: Waiting[] = []
  #underway = 0

  constructor(exchange: Exchange, maxBatch: number, timeoutMs: number) {
    this.#exchange = exchange
    this.#maxBatch = maxBatch
    this.#timeoutMs = timeoutMs
  }

  /** @throws NoAnswer `aborted` when a signal is aborted, also while they wait or are under way; as `Exchange.call` */
  add(requests: Batchable[]): Promise<PromiseSettledResult<unknown>[]> {
    const { promise, resolve, reject } = Promise.withResolvers<PromiseSettledResult<unknown>[]>()
    const signal = requests.at(-1)?.signal
    const waiting: Waiting = { requests, resolve, reject }
    const abort = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting)
      reject(new NoAnswer('aborted', 'the request was given up'))
    }
    if (signal?.aborted) abort()
    else {
      this.#waiting.push(waiting)
      signal?.addEventListener('abort', abort, { once: true })
      this.#sendSoon()
    }
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  /** Sends what waits, in the next turn of the event loop: requests that are made in one turn are sent together. */
  #sendSoon() {
    if (this.#underway === lanes || this.#waiting.length !== 1) return
    this.#underway += 1
    setImmediate(() => void this.#drain())
  }

  /** Never rejects: errors go to the requests. */
  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#send(this.#takeBatch())
    this.#underway -= 1
  }

  #takeBatch(): Waiting[] {
    let count = 0
    const end = this.#waiting.findIndex(({ requests }) => (count += requests.length) > this.#maxBatch)
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  async #send(batch: Waiting[]): Promise<void> {
    const requests = batch.flatMap((one) => one.requests)
    if (requests.length === 1) return this.#sendAlone(batch)
    try {
      const path = '/api/agent/batches'
      const answers = await this.#exchange.call<Answers>({
        ...{ method: 'POST', path, timeoutMs: this.#timeoutMs },
        body: bodyOf(requests),
      })
      const outcomes = outcomesOf(requests, answers)
      for (const { requests, resolve } of batch) resolve(outcomes.splice(0, requests.length))
    } catch (error) {
      // the service rejected the batch as a whole, and each request may be valid alone
      if (error instanceof Refused && unreadable.includes(error.status)) return this.#sendAlone(batch)
      for (const { reject } of batch) reject(error)
    }
  }

  async #sendAlone(batch: Waiting[]): Promise<void> {
    for (const { requests, resolve } of batch) resolve(await callInOrder(this.#exchange, requests))
  }
}

/**
 * Sends requests of a job one after the other. If one may succeed later, the following ones are not sent and have the same
 * outcome. Never rejects.
 */
export async function callInOrder(
  exchange: Exchange,
  requests: readonly SignedRequest[],
): Promise<PromiseSettledResult<unknown>[]> {
  const outcomes: PromiseSettledResult<unknown>[] = []
  for (const request of requests) {
    const last = outcomes.at(-1)
    if (last?.status === 'rejected' && mayRepeat(last.reason)) outcomes.push(last)
    else outcomes.push(...(await Promise.allSettled([exchange.call(request)])))
  }
  return outcomes
}

/** 404: an earlier release serves this replica. 413, 422: one of the requests is not valid. */
const unreadable = [400, 404, 413, 422]

/** Puts the bodies together as they are: the service recognises a repeated result by its bytes. */
function bodyOf(requests: Batchable[]): Buffer {
  const lists = Map.groupBy(requests, ({ batch }) => batch.list)
  const texts = [...lists].map(([list, listed]) => {
    const items = listed.map(({ batch, body }) => `{"job_id":"${batch.jobId}","body":${String(body)}}`)
    return `"${list}":[${items.join(',')}]`
  })
  return Buffer.from(`{${texts.join(',')}}`)
}

/** Returns the outcome of each request, in order. */
function outcomesOf(requests: Batchable[], answers: Answers = {}): PromiseSettledResult<unknown>[] {
  const next = new Map<BatchList, number>()
  return requests.map(({ batch: { list } }) => {
    const at = next.get(list) ?? 0
    next.set(list, at + 1)
    return outcomeOf(answers[list]?.[at])
  })
}

function outcomeOf(answer: Schemas['BatchedAnswers'][number] | undefined): PromiseSettledResult<unknown> {
  if (answer?.status === 200) return { status: 'fulfilled', value: answer.body }
  if (answer?.status === 204) return { status: 'fulfilled', value: undefined }
  const reason = answer
    ? new Refused(answer.status, answer.body ?? {})
    : new NoAnswer('altered', 'the service did not answer each request of a batch')
  return { status: 'rejected', reason }
}
