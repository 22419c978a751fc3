import type { ObjectStore } from '../objects/object-store.ts'

/** What is told of the object store; it decides nothing. */
export type StoreState = 'answers' | 'does not answer'

/** How long a store may take to say that it is there, before it is told to be away. */
const storeWaitMs = 1000

/** A check writes to the store, and anybody may ask: an answer is good for so long. */
const goodMs = 1000

/**
 * Makes the question whether the object store can be read and written. Callers at the same moment share one answer.
 * @param now milliseconds of any clock that only goes forward
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
