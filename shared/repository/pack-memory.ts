import type { KeyObject } from 'node:crypto'
import { encryptInto, tagBytes } from './aes-gcm.ts'
import type { PackedBlock } from './block.ts'
import { blockAad, nonceAt, packHeadBytes } from './pack-layout.ts'

/** Bytes of a buffer that is used for one large pack after another: 8 MiB of blocks, the header, and a margin. */
const wholeBytes = 10 * 1024 * 1024

/** Bytes in front of the blocks of a large pack: its header, and what sealing adds to each block. */
const wholeReserve = 512 * 1024

/** The memory of a small pack, as of texts: it doubles until a large buffer is worthwhile. */
const small = { bytes: 32 * 1024, reserve: 4 * 1024, most: 1024 * 1024 }

/** Buffers of packs that were stored. Each new one would bring garbage collections of the whole heap nearer. */
const spares: Buffer[] = []
const sparesMax = 4

/**
 * The blocks of one pack, packed, in one buffer with space in front. Each is encrypted in place: the index, whose length
 * is known only at the end, comes before them.
 */
export class PackMemory {
  #bytes: Buffer = Buffer.alloc(0)
  #reserve = small.reserve
  #end = small.reserve

  /** Copies a block behind the others. */
  append({ head, payload }: PackedBlock): void {
    this.#makeCapacity(head.length + payload.length)
    this.#bytes.set(head, this.#end)
    this.#bytes.set(payload, this.#end + head.length)
    this.#end += head.length + payload.length
  }

  /**
   * Encrypts index and blocks. Call it once.
   * @param lengths of the blocks, in order
   * @returns the whole pack, in memory that `reusePackMemory` takes
   */
  seal(key: KeyObject, head: Buffer, index: Buffer, lengths: readonly number[]): Buffer {
    const bodyOffset = packHeadBytes + index.length + tagBytes
    const sealedLength = bodyOffset + this.#end - this.#reserve + lengths.length * tagBytes
    // A block may not be written over the following one, which is not encrypted yet.
    const isInPlace = lengths.length > 0 && bodyOffset + lengths.length * tagBytes <= this.#reserve
    const target = isInPlace ? this.#bytes : Buffer.allocUnsafeSlow(sealedLength)
    head.copy(target)
    encryptInto(target.subarray(packHeadBytes), key, nonceAt(0), head, index)
    let [from, offset] = [this.#reserve, bodyOffset]
    for (const length of lengths) {
      const block = this.#bytes.subarray(from, from + length)
      offset += encryptInto(target.subarray(offset), key, nonceAt(offset), blockAad(offset), block)
      from += length
    }
    if (!isInPlace) this.drop()
    return target.subarray(0, sealedLength)
  }

  /** Gives the memory to a later pack. */
  drop(): void {
    reusePackMemory(this.#bytes)
    this.#bytes = Buffer.alloc(0)
  }

  #makeCapacity(more: number): void {
    const needed = this.#end + more
    if (needed <= this.#bytes.length) return
    const content = this.#bytes.subarray(this.#reserve, this.#end)
    const isLarge = needed > small.most
    const reserve = isLarge ? wholeReserve : small.reserve
    const bytes = reserve + content.length + more
    const grown = isLarge
      ? takeWhole(bytes)
      : Buffer.allocUnsafeSlow(Math.max(small.bytes, 2 * this.#bytes.length, bytes))
    grown.set(content, reserve)
    this.drop()
    this.#bytes = grown
    this.#reserve = reserve
    this.#end = reserve + content.length
  }
}

/** Lets a later pack use the memory of this one, whose bytes nothing reads any more. */
export function reusePackMemory(pack: Uint8Array): void {
  const { buffer } = pack
  if (buffer.byteLength !== wholeBytes || !(buffer instanceof ArrayBuffer) || spares.length >= sparesMax) return
  spares.push(Buffer.from(buffer))
}

function takeWhole(bytes: number): Buffer {
  if (bytes > wholeBytes) return Buffer.allocUnsafeSlow(bytes + small.most)
  return spares.pop() ?? Buffer.allocUnsafeSlow(wholeBytes)
}
