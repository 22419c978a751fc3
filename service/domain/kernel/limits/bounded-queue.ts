import PQueue from 'p-queue'
import { serviceBusy } from '../service-busy.ts'

/** Runs work with a concurrency limit, first come first served. */
export interface BoundedQueue {
  /** @throws DomainError busy if the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** @param limits `running`: maximum number of concurrent operations; `waiting`: maximum length of the queue */
export function createBoundedQueue(limits: { running: number; waiting: number }): BoundedQueue {
  const queue = new PQueue({ concurrency: limits.running })
  return {
    async run(work) {
      if (queue.pending >= limits.running && queue.size >= limits.waiting) throw serviceBusy()
      return queue.add(work)
    },
  }
}
