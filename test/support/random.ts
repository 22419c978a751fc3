/**
 * Returns random numbers in [0, 1) that are the same for the same seed (mulberry32), so that a failing test can be
 * repeated.
 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Divides bytes at random positions, sometimes into single bytes: within line ends, escape sequences and prompts. */
export function splitter(seed: number, longest = 700): (said: Buffer) => Buffer[] {
  const random = seeded(seed)
  return (said) => {
    const parts: Buffer[] = []
    for (let from = 0; from < said.length;) {
      const length = random() < 0.2 ? 1 : 1 + Math.floor(random() * longest)
      parts.push(said.subarray(from, from + length))
      from += length
    }
    return parts
  }
}
