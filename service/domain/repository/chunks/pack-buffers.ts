/** Memory of the packs that a process receives and verifies. */
export interface PackBuffers {
  /** Returns memory of this length, with any content. */
  take(length: number): Buffer
  /** Lets a later pack use the memory of `take`, once. Nothing may read it afterwards. Ignores other memory. */
  release(bytes: Uint8Array): void
}

/** Bytes of a buffer that is used again: a pack is sent when it has 8 MiB, and its last chunk may be long. */
const reusableBytes = 10 * 1024 * 1024

/** A smaller pack, as of texts, gets memory of its own. */
const smallBytes = 1024 * 1024

/** Buffers that wait for a pack. */
const sparesMax = 4

/** New memory for each pack makes V8 collect the heap: a tree of 300 MB needs 450 MB to be received and read back. */
export function createPackBuffers(): PackBuffers {
  const spares: ArrayBuffer[] = []
  return {
    take(length) {
      if (length < smallBytes || length > reusableBytes) return Buffer.from(new ArrayBuffer(length))
      return Buffer.from(spares.pop() ?? new ArrayBuffer(reusableBytes), 0, length)
    },
    release({ buffer }) {
      if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== reusableBytes) return
      if (spares.length < sparesMax) spares.push(buffer)
    },
  }
}

/** Returns whether the bytes have their ArrayBuffer for themselves: it can be transferred to another thread. */
export function isTransferable(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && (buffer.byteLength === bytes.length || buffer.byteLength === reusableBytes)
}
