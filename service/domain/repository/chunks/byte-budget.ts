/** Limits the memory of buffered content: requests above the remaining budget wait, in order. */
export interface ByteBudget {
  /** Resolves with a function that releases the bytes; call it once. */
  acquire(bytes: number): Promise<() => void>
  /** Number of waiting requests. */
  readonly waiting: number
}

export function createByteBudget(totalBytes: number): ByteBudget {
  const queue: { bytes: number; admit: () => void }[] = []
  let left = totalBytes

  function admitNext(): void {
    for (let next = queue[0]; next && next.bytes <= left; next = queue[0]) {
      queue.shift()
      left -= next.bytes
      next.admit()
    }
  }

  return {
    async acquire(bytes) {
      const share = Math.min(bytes, totalBytes) // a request above the budget gets all of it
      await new Promise<void>((admit) => {
        queue.push({ bytes: share, admit })
        admitNext()
      })
      return () => {
        left += share
        admitNext()
      }
    },
    get waiting() {
      return queue.length
    },
  }
}

/** Returns a budget per name, of `shareBytes` each and `totalBytes` together: one name never takes everything. */
export function createByteShares(totalBytes: number, shareBytes: number): (name: string) => ByteBudget {
  const all = createByteBudget(totalBytes)
  const shares = new Map<string, ByteBudget>()
  return (name) => {
    const own = shares.get(name) ?? createByteBudget(shareBytes)
    shares.set(name, own)
    return {
      async acquire(bytes) {
        const releaseOwn = await own.acquire(bytes)
        const release = await all.acquire(bytes)
        return () => {
          release()
          releaseOwn()
        }
      },
      get waiting() {
        return own.waiting
      },
    }
  }
}
