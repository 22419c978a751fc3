import type { EngineTime } from './user-keys.ts'

/** How far the clock of an engine may differ from what is known about it, in seconds (RFC 3414, section 2.2.3). */
const windowSeconds = 150

/** An engine with this number of boots is no longer accepted. */
const maxBoots = 2_147_483_647

/** Engines whose clocks are known at the same time. */
const maxEngines = 10_000

/** The number of boots increases after this many seconds, so that the time of the engine stays in its range. */
const bootSeconds = 2 ** 24

/**
 * Returns a function that returns boots and time of the agent as an engine. They follow the clock of the computer, so that
 * they increase over starts of the agent and no file stores them. They do not decrease if that clock is set back.
 * @param steadyMs a monotonic clock, in milliseconds
 */
export function createEngineClock(wall: () => Date, steadyMs: () => number): () => { boots: number; time: number } {
  let latestMs = 0
  let atMs = steadyMs()
  return () => {
    const nowMs = steadyMs()
    latestMs = Math.max(wall().getTime(), latestMs + Math.max(0, nowMs - atMs))
    atMs = nowMs
    const seconds = Math.floor(latestMs / 1_000)
    return { boots: Math.floor(seconds / bootSeconds), time: seconds % bootSeconds }
  }
}

/** Returns whether a message to an engine has its time. */
export function isInWindow(engine: { boots: number; time: number }, { boots, time }: EngineTime): boolean {
  return boots === engine.boots && Math.abs(time - engine.time) <= windowSeconds
}

/**
 * The clocks of engines that send traps (RFC 3414, section 3.2, step 7 b).
 * @param steadyMs a monotonic clock, in milliseconds
 */
export function createTimeWindows(steadyMs: () => number) {
  const engines = new Map<string, { boots: number; time: number; atMs: number }>()

  /** Returns whether the time of an authenticated message is not older than the window, and remembers it. */
  function accept({ engineId, boots, time }: EngineTime): boolean {
    const id = engineId.toString('latin1')
    const known = engines.get(id)
    const nowMs = steadyMs()
    if (boots >= maxBoots) return false
    if (known && boots <= known.boots) {
      const current = known.time + (nowMs - known.atMs) / 1_000
      if (boots < known.boots || time < current - windowSeconds) return false
      if (time <= known.time) return true
    }
    const [oldest] = engines.size >= maxEngines && !known ? engines.keys() : []
    if (oldest !== undefined) engines.delete(oldest)
    engines.set(id, { boots, time, atMs: nowMs })
    return true
  }

  /** After it, the first message of each engine is accepted with any time. */
  const forget = () => engines.clear()
  return { accept, forget }
}
