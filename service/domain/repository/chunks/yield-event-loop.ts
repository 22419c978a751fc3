import { setImmediate as nextTurn } from 'node:timers/promises'

/** Called once for each step of a long walk. */
export type EventLoopYielder = () => Promise<void> | void

/** Maximum milliseconds between two yields to the event loop. */
const turnMs = 8

/**
 * Yields to the event loop: a walk whose data is in memory would otherwise block it.
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
