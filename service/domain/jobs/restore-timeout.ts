/** How long what changes a device waits for an agent: nobody expects it any more when one comes back hours later. */
export const restoreTimeoutMs = 15 * 60_000
