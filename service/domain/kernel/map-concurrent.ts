/**
 * Runs `work` on `inputs`, `atOnce` at a time, and yields results in the order of completion. If the consumer stops,
 * running work is not awaited.
 */
export async function* mapConcurrent<In, Out>(
  inputs: Iterable<In>,
  atOnce: number,
  work: (input: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const waiting = inputs[Symbol.iterator]()
  const running = new Map<number, Promise<{ id: number; out: Out }>>()
  let id = 0
  for (let next = waiting.next(); ;) {
    while (!next.done && running.size < atOnce) {
      const own = id++
      const begun = work(next.value).then((out) => ({ id: own, out }))
      begun.catch(() => undefined) // the race reports it; without a consumer it is ignored
      running.set(own, begun)
      next = waiting.next()
    }
    if (running.size === 0) return
    const done = await Promise.race(running.values())
    running.delete(done.id)
    yield done.out
  }
}
