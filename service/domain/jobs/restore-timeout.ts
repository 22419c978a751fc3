/** How long a job that changes a device waits for an agent: hours later, its user no longer expects it. */
export const restoreTimeoutMs = 15 * 60_000
