/** Numbers that are the same in every run (mulberry32), so that what a test finds can be found again. */
export function seeded(seed: number) {
  let state = seed >>> 0

  /** A number from 0 to 1, 1 excluded. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `from` to `to`, both included. */
  function whole(from: number, to: number): number {
    return from + Math.floor(next() * (to - from + 1))
  }

  /** Bytes that do not compress. */
  function bytes(length: number): Buffer {
    const made = Buffer.alloc(length)
    for (let at = 0; at < length; at++) made[at] = next() * 256
    return made
  }

  /** Lines as a configuration has them, about this many bytes. */
  function text(length: number): Buffer {
    const words = ['interface', 'ip address', 'switchport', 'permit tcp any', 'description', 'neighbor', 'no shutdown']
    let made = ''
    while (made.length < length) made += `${' '.repeat(whole(0, 2))}${pick(words)} ${whole(0, 65535)}\n`
    return Buffer.from(made)
  }

  function pick<T>(values: readonly T[]): T {
    return values[whole(0, values.length - 1)]!
  }

  return { next, whole, bytes, text, pick }
}
