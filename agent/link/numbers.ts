/** The numbers of a session's requests: each is given out once, whichever thread asks. */
export interface Numbers {
  next(): number
}

/** A counter that threads share. */
export function createNumbers(): SharedArrayBuffer {
  return new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)
}

export function openNumbers(shared: SharedArrayBuffer): Numbers {
  const counter = new BigInt64Array(shared)
  return { next: () => Number(Atomics.add(counter, 0, 1n)) + 1 }
}
