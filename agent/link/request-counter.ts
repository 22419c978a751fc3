/** Counters and findings that the threads of a session share. */
export interface Numbers {
  /** Returns the number of the next request, unique across threads. */
  next(): number
  /** Counts an answer of this session without a valid signature. */
  countAltered(): void
  /** Returns how many such answers have not been reported yet. */
  altered(): number
  /** Marks `count` of them as reported to the service. */
  toldAltered(count: number): void
  /** Whether packs go through the service because the object store is unreachable. */
  isRelaying(): boolean
  /** Sends packs through the service from now on. Returns true for the first call. */
  beginRelaying(): boolean
}

const places = { number: 0, altered: 1, relaying: 2 }

/** Allocates counters that threads share. */
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
