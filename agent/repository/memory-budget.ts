/**
 * Bytes that may be in memory at once for all jobs of all workers. Each worker counts its own in a slot of memory that
 * the threads share, so that what a killed worker held comes back by setting its slot to 0.
 */
export interface MemoryBudget {
  /** Reserves this many bytes if they are available. */
  tryAcquire(bytes: number): boolean
  /**
   * Reserves bytes, and waits until they are available.
   * @param waitLimitMs after this time it returns false
   * @throws the signal's reason
   */
  acquire(bytes: number, waitLimitMs: number, signal: AbortSignal): Promise<boolean>
  /** Reserves bytes even above the limit: for the few bytes by which reserved data grew. */
  force(bytes: number): void
  release(bytes: number): void
}

/** What one worker's counting needs; it can be posted to a thread. */
export interface SharedBudget {
  words: SharedArrayBuffer
  limitBytes: number
}

/** @param slots how many workers may count at the same time */
export function createSharedBudget(limitBytes: number, slots: number): SharedBudget {
  return { words: new SharedArrayBuffer((firstSlot + slots) * 4), limitBytes }
}

/** The budget as the worker with this slot uses it. */
export function openBudget({ words, limitBytes }: SharedBudget, slot: number): MemoryBudget {
  const view = new Int32Array(words)
  const own = firstSlot + slot

  function tryAcquire(bytes: number): boolean {
    // Added before it is compared: two that try at once may both be refused, never both be let in beyond the limit.
    Atomics.add(view, own, bytes)
    if (heldIn(view) <= limitBytes) return true
    Atomics.sub(view, own, bytes)
    return false
  }

  return {
    tryAcquire,
    async acquire(bytes, waitLimitMs, signal) {
      const until = performance.now() + waitLimitMs
      for (;;) {
        signal.throwIfAborted()
        const seen = Atomics.load(view, releases)
        if (tryAcquire(bytes)) return true
        const leftMs = until - performance.now()
        if (leftMs <= 0) return false
        await nextRelease(view, seen, leftMs, signal)
      }
    },
    force: (bytes) => void Atomics.add(view, own, bytes),
    release(bytes) {
      Atomics.sub(view, own, bytes)
      announceRelease(view)
    },
  }
}

/** Releases all memory of a worker that has ended. */
export function releaseSlot({ words }: SharedBudget, slot: number): void {
  const view = new Int32Array(words)
  Atomics.store(view, firstSlot + slot, 0)
  announceRelease(view)
}

/** Bytes held by all workers together. */
export function heldBytes({ words }: SharedBudget): number {
  return heldIn(new Int32Array(words))
}

/** The first word counts releases: those who wait for room wait for it to change. */
const releases = 0
const firstSlot = 1

function heldIn(view: Int32Array): number {
  let sum = 0
  for (let slot = firstSlot; slot < view.length; slot++) sum += Atomics.load(view, slot)
  return sum
}

function announceRelease(view: Int32Array): void {
  Atomics.add(view, releases, 1)
  Atomics.notify(view, releases)
}

async function nextRelease(view: Int32Array, seen: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const wait = Atomics.waitAsync(view, releases, seen, timeoutMs)
  if (!wait.async) return
  let stop: (() => void) | undefined
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', (stop = () => resolve()), { once: true }),
  )
  try {
    await Promise.race([wait.value, aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}
