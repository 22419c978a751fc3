/** How long what changes a device waits for an agent: nobody expects it any more when one comes back hours later. */
export const restorePatienceMs = 15 * 60_000
