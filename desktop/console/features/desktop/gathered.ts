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
 * Reports the first event of a type immediately and gathers the following ones: after ten seconds, then twice as long
 * while more arrive, up to ten minutes. A night with 400 failed devices so causes few notifications.
 * @param tell receives events of one type, at least one, in order
 * @returns `hear` adds an event; `stop` drops pending ones
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
