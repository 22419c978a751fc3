/** Bytes that come in pieces of any size, taken in pieces that the reader wants. */
export interface ByteSource {
  /** The next `size` bytes, or null when fewer are left. */
  take(size: number): Promise<Buffer | null>
}

export function createByteSource(stream: AsyncIterable<Uint8Array>): ByteSource {
  const pieces = stream[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let heldBytes = 0
  return {
    async take(size) {
      while (heldBytes < size) {
        const next = await pieces.next()
        if (next.done) return null
        held.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength))
        heldBytes += next.value.byteLength
      }
      const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held) // pieces may be long: no copy for each take
      held = [all.subarray(size)]
      heldBytes = all.length - size
      return all.subarray(0, size)
    },
  }
}
