import { serviceBusy } from '../service-busy.ts'

/** Runs work with a concurrency limit, first come first served. */
export interface BoundedQueue {
  /** @throws Refusal 503 `serviceBusy` when as many wait already as may */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** @param limits how many run at the same time, and how many may wait for them */
export function createBoundedQueue(limits: { running: number; waiting: number }): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running >= limits.running) {
        if (waiting.length >= limits.waiting) throw serviceBusy()
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
