/** Opened blocks, whoever asked for them, up to a number of bytes. Two who ask for one at once wait for one opening. */
export interface BlockCache {
  get(key: string, open: () => Promise<Buffer>): Promise<Buffer>
}

/** Lets the blocks go that were not asked for the longest. */
export function createBlockCache(limitBytes: number): BlockCache {
  const held = new Map<string, { block: Promise<Buffer>; size: number }>()
  let bytes = 0

  function shrink(): void {
    for (const [key, { size }] of held) {
      if (bytes <= limitBytes) return
      if (size === 0) continue // being opened
      held.delete(key)
      bytes -= size
    }
  }

  return {
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
