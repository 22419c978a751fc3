/** Limits the bytes of bodies in memory, in total and for each sender. */
export interface ByteBudget {
  /** Starts counting a body. Release it when its bytes are no longer needed. */
  open(owners: readonly string[]): ByteCount
}

export interface ByteCount {
  /** Returns false and counts nothing if an owner, or all together, would exceed their limit. */
  take(bytes: number): boolean
  release(): void
}

export function createByteBudget({ total, each }: { total: number; each: number }): ByteBudget {
  const held = new Map<string, number>()
  let all = 0
  const heldBy = (owner: string) => held.get(owner) ?? 0
  return {
    open(owners) {
      let own = 0
      const add = (bytes: number) => {
        own += bytes
        all += bytes
        for (const owner of owners) {
          const next = heldBy(owner) + bytes
          if (next > 0) held.set(owner, next)
          else held.delete(owner)
        }
      }
      return {
        take(bytes) {
          if (all + bytes > total || owners.some((owner) => heldBy(owner) + bytes > each)) return false
          add(bytes)
          return true
        },
        release: () => add(-own),
      }
    },
  }
}
