/** Reads a stream of bytes in lengths that the caller chooses. */
export interface ByteQueue {
  /** Returns exactly `length` bytes, undefined at the end of the stream, or `'cut'` if fewer bytes are left. */
  take(length: number): Promise<Buffer | undefined | 'cut'>
  /** Returns the available bytes, at most `most`; undefined at the end of the stream. */
  some(most: number): Promise<Buffer | undefined>
}

export function createByteQueue(source: AsyncIterable<Uint8Array>): ByteQueue {
  const pieces = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const next = await pieces.next()
    if (next.done) return false
    const { buffer, byteOffset, length } = next.value
    const piece = Buffer.from(buffer, byteOffset, length)
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
    return true
  }

  function cut(length: number): Buffer {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }

  return {
    async take(length) {
      while (held.length < length) {
        if (!(await more())) return held.length === 0 ? undefined : 'cut'
      }
      return cut(length)
    },
    async some(most) {
      while (held.length === 0) if (!(await more())) return undefined
      return cut(Math.min(most, held.length))
    },
  }
}
