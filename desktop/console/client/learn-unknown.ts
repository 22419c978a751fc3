/**
 * Reads a list again when something is met that it does not have, once for each: what nobody knows is not asked for over and
 * over. What is met while it is read is read for once more afterwards.
 * @param read reads the list; a failure is as if nothing new had been found
 * @returns says that an id was met that the list does not have; may be called while something is drawn
 */
export function learnUnknown(read: () => Promise<unknown>): (id: string) => void {
  const met = new Set<string>()
  let isReading = false
  let isMissing = false

  async function learn() {
    isReading = true
    while (isMissing) {
      await Promise.resolve() // what is drawn together is asked for together
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
