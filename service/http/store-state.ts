import type { ObjectStore } from '../objects/object-store.ts'

/** Availability of the object store, for display only. */
export type StoreState = 'answers' | 'does not answer'

/** Milliseconds after which a store that does not respond counts as unavailable. */
const storeWaitMs = 1000

/** Milliseconds for which a result is reused: a check writes to the store, and any client may request it. */
const goodMs = 1000

/**
 * Creates the check whether the object store can be read and written. Concurrent callers share one result.
 * @param now milliseconds of a monotonic clock
 */
export function createStoreCheck(store: Pick<ObjectStore, 'check'>, now: () => number): () => Promise<StoreState> {
  let answer: Promise<StoreState> | undefined
  let goodUntil = -Infinity
  return () => {
    if (answer && now() < goodUntil) return answer
    goodUntil = Infinity
    answer = stateOf(store.check()).finally(() => (goodUntil = now() + goodMs))
    return answer
  }
}

async function stateOf(check: Promise<void>): Promise<StoreState> {
  const { promise: silence, resolve } = Promise.withResolvers<StoreState>()
  const timer = setTimeout(resolve, storeWaitMs, 'does not answer')
  const answer = check.then(
    () => 'answers' as const,
    () => 'does not answer' as const,
  )
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}
