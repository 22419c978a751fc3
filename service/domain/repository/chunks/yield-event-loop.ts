import { setImmediate as nextTurn } from 'node:timers/promises'

/** Called once for every step of a long walk. */
export type EventLoopYielder = () => Promise<void> | void

/** How long one walk may have the event loop for itself. */
const turnMs = 8

/**
 * Lets others have their turn: what a walk needs may all be in memory, and then nothing else would make it wait.
 * @param signal ends the walk at its next step, with the signal's reason
 */
export function createEventLoopYielder(signal?: AbortSignal): EventLoopYielder {
  let since = performance.now()
  return () => {
    signal?.throwIfAborted()
    if (performance.now() - since < turnMs) return undefined
    return nextTurn().then(() => void (since = performance.now()))
  }
}
