import { setTimeout as pause } from 'node:timers/promises'

/** Long enough for a busy computer to do what normally takes seconds. */
const limitMs = 150_000

/** Polls until the result is defined. An error counts as undefined. @throws Error on timeout */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = performance.now() + limitMs; ; await pause(100)) {
    const found = await Promise.resolve()
      .then(look)
      .catch(() => null)
    if (found) return found
    if (performance.now() > end) throw new Error(`within ${limitMs / 1000} s this did not come to pass: ${what}`)
  }
}
