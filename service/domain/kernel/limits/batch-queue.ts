/** Runs work in batches: items that arrive while a batch runs form the next one. */
export interface BatchQueue<Item, Result> {
  /** Resolves or rejects with the result of this item. `key`: a batch contains only items of one key. */
  add(key: string, item: Item): Promise<Result>
}

export interface BatchLimits {
  /** Maximum number of concurrent batches of a key. */
  running: number
  /** Maximum number of items in a batch; others wait for the next. */
  size: number
}

/**
 * An item whose key has no running batch starts at once, with the items added in the same turn of the event loop.
 * Others wait for a batch to end and share the next one, so that their number does not multiply the work.
 * @param work returns the result of each item, in order; if it throws, each item rejects with the error
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

  /** Never rejects: errors go to the items. */
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
