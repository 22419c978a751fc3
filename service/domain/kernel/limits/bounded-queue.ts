import PQueue from 'p-queue'
import { serviceBusy } from '../service-busy.ts'

/** Runs work with a concurrency limit, first come first served. */
export interface BoundedQueue {
  /** @throws DomainError 503 `service_busy` when as many wait already as may */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** @param limits how many run at the same time, and how many may wait for them */
export function createBoundedQueue(limits: { running: number; waiting: number }): BoundedQueue {
  const queue = new PQueue({ concurrency: limits.running })
  return {
    async run(work) {
      if (queue.pending >= limits.running && queue.size >= limits.waiting) throw serviceBusy()
      return queue.add(work)
    },
  }
}
