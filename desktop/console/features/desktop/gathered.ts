import type { LiveEvent } from '../../client/follow-events.ts'

const secondMs = 1_000
const leastMs = 10 * secondMs
const maxMs = 600 * secondMs

interface Gathering {
  events: LiveEvent[]
  waitMs: number
  timer: ReturnType<typeof setTimeout>
}

/**
 * Tells the first event of a kind at once, and what follows it together: after ten seconds, and while more keep coming each
 * time after twice as long, ten minutes at most. A night with 400 devices that fail is a handful of notifications.
 * @param tell events of one type, at least one, in the order in which they came
 * @returns `hear` an event; `stop` forgets what waits to be told
 */
export function gathered(tell: (events: LiveEvent[]) => void): { hear(event: LiveEvent): void; stop(): void } {
  const waiting = new Map<string, Gathering>()

  function wait(type: string, waitMs: number) {
    waiting.set(type, { events: [], waitMs, timer: setTimeout(() => end(type), waitMs) })
  }

  function end(type: string) {
    const { events, waitMs } = waiting.get(type)!
    waiting.delete(type)
    if (events.length === 0) return
    wait(type, Math.min(waitMs * 2, maxMs))
    tell(events)
  }

  return {
    hear(event) {
      const before = waiting.get(event.type)
      if (before) return void before.events.push(event)
      wait(event.type, leastMs)
      tell([event])
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
