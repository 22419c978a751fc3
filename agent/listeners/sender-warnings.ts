/** How long a warning is not repeated, in milliseconds. */
const repeatMs = 3_600_000

/** Maximum number of different warnings in that time. */
const maxWarnings = 200

/** Warnings about senders whose messages cannot be read. */
export interface SenderWarnings {
  /** Adds a line for the log of the agent, at most once an hour for an address and a reason. */
  add(address: string, reason: string, line: string): void
  isWaiting(): boolean
  /** Returns the waiting warnings, and forgets them. */
  take(): string[]
}

/** @param steadyMs a monotonic clock, in milliseconds */
export function createSenderWarnings(steadyMs: () => number): SenderWarnings {
  const addedAt = new Map<string, number>()
  let waiting: string[] = []
  return {
    add(address, reason, line) {
      const at = steadyMs()
      const key = `${address} ${reason}`
      for (const [other, since] of addedAt) if (at - since >= repeatMs) addedAt.delete(other)
      if (addedAt.has(key) || addedAt.size >= maxWarnings) return
      addedAt.set(key, at)
      waiting.push(line)
    },
    isWaiting: () => waiting.length > 0,
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}
