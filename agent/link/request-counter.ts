/** What a session's threads count, and find out, together. */
export interface Numbers {
  /** The number of the next request: each is given out once, whichever thread asks. */
  next(): number
  /** An answer came under this session that the service had not signed so. */
  countAltered(): void
  /** How many such answers there were since they were last told. */
  altered(): number
  /** The service has been told of so many. */
  toldAltered(count: number): void
  /** The object store cannot be reached from here: packs go through the service. */
  isRelaying(): boolean
  /** From now on they do. True for the one that found it out first. */
  beginRelaying(): boolean
}

const places = { number: 0, altered: 1, relaying: 2 }

/** Counters that threads share. */
export function createNumbers(): SharedArrayBuffer {
  return new SharedArrayBuffer(Object.keys(places).length * BigInt64Array.BYTES_PER_ELEMENT)
}

export function openRequestCounter(shared: SharedArrayBuffer): Numbers {
  const counters = new BigInt64Array(shared)
  return {
    next: () => Number(Atomics.add(counters, places.number, 1n)) + 1,
    countAltered: () => void Atomics.add(counters, places.altered, 1n),
    altered: () => Number(Atomics.load(counters, places.altered)),
    toldAltered: (count) => void Atomics.sub(counters, places.altered, BigInt(count)),
    isRelaying: () => Atomics.load(counters, places.relaying) !== 0n,
    beginRelaying: () => Atomics.exchange(counters, places.relaying, 1n) === 0n,
  }
}
