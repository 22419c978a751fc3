/** Shares out memory for what is held as a whole: who asks for more than is left waits, in order. */
export interface ByteBudget {
  /** Resolves with the way to give it back, which is called once. */
  take(bytes: number): Promise<() => void>
  /** How many wait. */
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
    async take(bytes) {
      const share = Math.min(bytes, totalBytes) // one that is too large for the budget has it alone
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

/** A budget for each name, of `shareBytes` at most, and all of them together within `totalBytes`: one leaves room for the others. */
export function createByteShares(totalBytes: number, shareBytes: number): (name: string) => ByteBudget {
  const all = createByteBudget(totalBytes)
  const shares = new Map<string, ByteBudget>()
  return (name) => {
    const own = shares.get(name) ?? createByteBudget(shareBytes)
    shares.set(name, own)
    return {
      async take(bytes) {
        const giveOwnBack = await own.take(bytes)
        const release = await all.take(bytes)
        return () => {
          release()
          giveOwnBack()
        }
      },
      get waiting() {
        return own.waiting
      },
    }
  }
}
