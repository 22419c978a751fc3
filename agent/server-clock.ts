/** The service's time, as near as it is known here. This computer's clock is not asked: it may be wrong. */
export interface ServerClock {
  /** Milliseconds since 1970 at the service, when this process's monotonic clock showed `atNs`. */
  serverMs: number
  atNs: bigint
}

/** @param serverTime of an answer that has just come */
export function clockOf(serverTime: string): ServerClock {
  return { serverMs: Date.parse(serverTime), atNs: process.hrtime.bigint() }
}

/** The same in every thread of the process. */
export function serverNow({ serverMs, atNs }: ServerClock): Date {
  return new Date(serverMs + Number((process.hrtime.bigint() - atNs) / 1_000_000n))
}
