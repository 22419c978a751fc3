/** Estimates the service's time. This computer's clock is not used, because it may be wrong. */
export interface ServerClock {
  /** The service's time in milliseconds since 1970 when this process's monotonic clock showed `atNs`. */
  serverMs: number
  atNs: bigint
}

/** @param serverTime of an answer that has just been received */
export function clockOf(serverTime: string): ServerClock {
  return { serverMs: Date.parse(serverTime), atNs: process.hrtime.bigint() }
}

/** Returns the same time in every thread of the process. */
export function serverNow({ serverMs, atNs }: ServerClock): Date {
  return new Date(serverMs + Number((process.hrtime.bigint() - atNs) / 1_000_000n))
}
