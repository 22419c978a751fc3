/** How long a warning is not repeated, in milliseconds. */
const repeatMs = 3_600_000

/** Maximum number of different warnings in that time. */
const maxWarnings = 200

/** Warnings about clients that did not complete the TLS handshake. */
export interface HandshakeWarnings {
  add(address: string, reason: string): void
  isWaiting(): boolean
  /** Returns the waiting warnings, and forgets them. */
  take(): string[]
}

/**
 * Collects warnings, at most once an hour for each address and reason.
 * @param steadyMs a monotonic clock, in milliseconds
 */
export function createHandshakeWarnings(steadyMs: () => number): HandshakeWarnings {
  const addedAt = new Map<string, number>()
  let waiting: string[] = []
  return {
    add(address, reason) {
      const line = `syslog over TLS from ${address}: ${reason}`
      const at = steadyMs()
      for (const [other, since] of addedAt) if (at - since >= repeatMs) addedAt.delete(other)
      if (addedAt.has(line) || addedAt.size >= maxWarnings) return
      addedAt.set(line, at)
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
