/**
 * Works on `inputs`, `atOnce` of them at a time, and gives what is done as soon as it is, whatever its order. Whoever
 * stops reading lets what was begun end unheard.
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
      begun.catch(() => undefined) // told by the race, if anybody still waits
      running.set(own, begun)
      next = waiting.next()
    }
    if (running.size === 0) return
    const done = await Promise.race(running.values())
    running.delete(done.id)
    yield done.out
  }
}
