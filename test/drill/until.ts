import { setTimeout as pause } from 'node:timers/promises'

/** A computer that has a lot to do takes so long for what takes seconds. */
const limitMs = 150_000

/** Asks until the answer is something. What it throws is not there yet. @throws Error when that takes too long */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = performance.now() + limitMs; ; await pause(100)) {
    const found = await Promise.resolve()
      .then(look)
      .catch(() => null)
    if (found) return found
    if (performance.now() > end) throw new Error(`within ${limitMs / 1000} s this did not come to pass: ${what}`)
  }
}
