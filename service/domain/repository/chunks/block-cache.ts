/** A cache of decrypted blocks, limited in bytes. Concurrent requests for a block share one decryption. */
export interface BlockCache {
  get(key: string, open: () => Promise<Buffer>): Promise<Buffer>
  /** Returns whether the block is cached, or being decrypted. */
  has(key: string): boolean
}

/** Evicts the least recently used blocks. */
export function createBlockCache(limitBytes: number): BlockCache {
  const held = new Map<string, { block: Promise<Buffer>; size: number }>()
  let bytes = 0

  function shrink(): void {
    for (const [key, { size }] of held) {
      if (bytes <= limitBytes) return
      if (size === 0) continue // being decrypted
      held.delete(key)
      bytes -= size
    }
  }

  return {
    has: (key) => held.has(key),
    get(key, open) {
      const known = held.get(key)
      if (known) {
        held.delete(key)
        held.set(key, known)
        return known.block
      }
      const entry = { block: open(), size: 0 }
      held.set(key, entry)
      entry.block.then(
        (block) => {
          entry.size = block.length
          bytes += block.length
          shrink()
        },
        () => held.delete(key),
      )
      return entry.block
    },
  }
}
