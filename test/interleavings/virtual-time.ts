/**
 * Simulated time, which advances only from one event to the next. Events of the same time run in the order in which
 * they were scheduled.
 */
export interface VirtualTime {
  /** Milliseconds since the start. */
  readonly now: number
  /** @returns a function that cancels the event */
  after(ms: number, event: () => unknown): () => void
  /** Runs events, each awaited, until there are none before `untilMs` or `isOver` returns true. */
  pass(untilMs: number, isOver?: () => boolean): Promise<void>
}

export function createVirtualTime(): VirtualTime {
  let now = 0
  let planned: { at: number; event: () => unknown }[] = []
  return {
    get now() {
      return now
    },
    after(ms, event) {
      const entry = { at: now + Math.max(0, ms), event }
      let at = planned.length
      while (at > 0 && planned[at - 1]!.at > entry.at) at--
      planned.splice(at, 0, entry)
      return () => void (planned = planned.filter((one) => one !== entry))
    },
    async pass(untilMs, isOver = () => false) {
      for (let next = planned[0]; next && next.at <= untilMs && !isOver(); next = planned[0]) {
        planned.shift()
        now = next.at
        await next.event()
      }
      if (!isOver()) now = Math.max(now, untilMs)
    },
  }
}
