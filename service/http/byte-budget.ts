/** Bytes of bodies that are held at the same time, of all senders and of each. */
export interface ByteBudget {
  /** Begins to count for a body. Release it once its bytes are not needed any more. */
  open(owners: readonly string[]): ByteCount
}

export interface ByteCount {
  /** False, and nothing counted, when one of the owners or all together would hold more than they may. */
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
