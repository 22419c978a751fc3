/** Limits the bytes of bodies in memory, in total and for each sender. */
export interface ByteBudget {
  /** Starts counting a body. Release it when its bytes are no longer needed. */
  open(owners: readonly string[]): ByteCount
}

export interface ByteCount {
  /** Returns false and counts nothing if an owner, or all together, would exceed their limit. */
  take(bytes: number): boolean
  /**
   * Marks the body as incomplete: if the budget evicts, a later body may take its bytes. `evict` is called then, after
   * the bytes were released, and must end the reading.
   */
  whileReading(evict: () => void): void
  /** Marks the body as complete. Only `release` gives its bytes back. */
  complete(): void
  release(): void
}

export interface ByteLimits {
  total: number
  each: number
  /**
   * Whether a full budget ends the oldest incomplete body instead of rejecting a new one. A small body arrives with its
   * request, so the oldest ones are those whose senders withhold the rest to occupy the budget.
   */
  evictsOldest?: boolean
}

interface OpenBody {
  owners: readonly string[]
  evict: () => void
}

export function createByteBudget({ total, each, evictsOldest = false }: ByteLimits): ByteBudget {
  const held = new Map<string, number>()
  /** Incomplete bodies, oldest first. */
  const incomplete = new Set<OpenBody>()
  let all = 0
  const heldBy = (owner: string) => held.get(owner) ?? 0

  /** Returns whether an older body was evicted whose bytes count against the exceeded limit. */
  function evictFor(body: OpenBody, isSameLimit: (other: OpenBody) => boolean): boolean {
    if (!evictsOldest) return false
    for (const other of incomplete) {
      if (other === body) return false
      if (!isSameLimit(other)) continue
      other.evict()
      return true
    }
    return false
  }

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
      const body: OpenBody = { owners, evict: () => undefined }
      const count: ByteCount = {
        take(bytes) {
          for (const owner of owners) {
            while (heldBy(owner) + bytes > each) {
              if (!evictFor(body, (other) => other.owners.includes(owner))) return false
            }
          }
          while (all + bytes > total) if (!evictFor(body, () => true)) return false
          add(bytes)
          return true
        },
        whileReading(evict) {
          body.evict = () => {
            count.release()
            evict()
          }
          incomplete.add(body)
        },
        complete: () => void incomplete.delete(body),
        release() {
          incomplete.delete(body)
          add(-own)
        },
      }
      return count
    },
  }
}
