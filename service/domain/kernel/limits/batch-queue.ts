/** Runs work for several items at once: for those that came while earlier ones were being worked on. */
export interface BatchQueue<Item, Result> {
  /** Resolves or rejects with the end of this item. `key`: only items of one key are in one batch. */
  add(key: string, item: Item): Promise<Result>
}

export interface BatchLimits {
  /** Batches of a key that run at the same time. */
  running: number
  /** Items of a batch; others wait for the next. */
  size: number
}

/**
 * An item whose key has no batch under way starts at once, with what is added in the same turn of the event loop. Others
 * wait for a batch to end and go together, so that their number does not multiply the work.
 * @param work returns the end of each item, in order; if it throws, each item rejects with that
 */
export function createBatchQueue<Item, Result>(
  { running, size }: BatchLimits,
  work: (items: Item[], key: string) => Promise<readonly PromiseSettledResult<Result>[]>,
): BatchQueue<Item, Result> {
  const queues = new Map<string, { waiting: Waiting<Item, Result>[]; running: number }>()

  async function drain(key: string): Promise<void> {
    const queue = queues.get(key)
    while (queue && queue.waiting.length > 0) await runBatch(key, queue.waiting.splice(0, size))
    if (queue && --queue.running === 0) queues.delete(key)
  }

  /** Never rejects: each item is told. */
  async function runBatch(key: string, batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const ends = await work(
        batch.map(({ item }) => item),
        key,
      )
      for (const [at, { resolve, reject }] of batch.entries()) {
        const end = ends[at]
        if (end?.status === 'fulfilled') resolve(end.value)
        else reject(end?.reason)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    add(key, item) {
      const waiting = { item, ...Promise.withResolvers<Result>() }
      const queue = queues.get(key) ?? { waiting: [], running: 0 }
      queues.set(key, queue)
      queue.waiting.push(waiting)
      if (queue.running < running && queue.waiting.length === 1) {
        queue.running += 1
        setImmediate(() => void drain(key))
      }
      return waiting.promise
    },
  }
}

type Waiting<Item, Result> = PromiseWithResolvers<Result> & { item: Item }
