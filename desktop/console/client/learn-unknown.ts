/**
 * Reads a list again when an unknown id is found, once for each id. Ids found during a read cause one more read.
 * @param read reads the list; a failure counts as no new entries
 * @returns reports an unknown id; may be called during rendering
 */
export function learnUnknown(read: () => Promise<unknown>): (id: string) => void {
  const met = new Set<string>()
  let isReading = false
  let isMissing = false

  async function learn() {
    isReading = true
    while (isMissing) {
      await Promise.resolve() // rows rendered together cause one request
      isMissing = false
      await read().catch(() => undefined)
    }
    isReading = false
  }

  return (id) => {
    if (met.has(id)) return
    met.add(id)
    isMissing = true
    if (!isReading) void learn()
  }
}
