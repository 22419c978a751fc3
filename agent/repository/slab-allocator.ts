/** Slabs grow, because most jobs put a few kilobytes. */
const slabBytes = { first: 16 * 1024, most: 256 * 1024 }

/** Free slabs that are kept for later contents. */
const freeSlabsMax = 24

interface Slab {
  bytes: Buffer
  /** contents in it that are not freed */
  held: number
}

/**
 * Memory for contents that are put one after the other. Small ones share a slab, because an ArrayBuffer for each costs
 * as much as hashing it. A slab is used again when all contents in it are freed, so that a long run allocates little:
 * allocated buffers trigger garbage collections of the whole heap. A content that is never freed only keeps its slab
 * from being used again.
 */
export class SlabAllocator {
  readonly #slabs = new Map<ArrayBufferLike, Slab>()
  readonly #free: Buffer[] = []
  #current: Slab | undefined
  #used = 0
  #bytes = slabBytes.first

  allocate(length: number): Buffer {
    if (length > slabBytes.most / 4) return Buffer.allocUnsafeSlow(length)
    const slab = this.#current && this.#used + length <= this.#current.bytes.length ? this.#current : this.#open(length)
    slab.held += 1
    this.#used += length
    return slab.bytes.subarray(this.#used - length, this.#used)
  }

  /** Frees a content of `allocate`, once. Its bytes must not be read afterwards. Ignores other memory. */
  free(content: Buffer): void {
    const slab = this.#slabs.get(content.buffer)
    if (!slab) return
    slab.held -= 1
    if (slab.held === 0 && slab !== this.#current) this.#close(slab)
  }

  #open(length: number): Slab {
    const before = this.#current
    const bytes = this.#free.pop() ?? Buffer.allocUnsafeSlow(Math.max(this.#bytes, length))
    this.#bytes = Math.min(this.#bytes * 2, slabBytes.most)
    this.#current = { bytes, held: 0 }
    this.#slabs.set(bytes.buffer, this.#current)
    this.#used = 0
    if (before?.held === 0) this.#close(before)
    return this.#current
  }

  #close({ bytes }: Slab): void {
    this.#slabs.delete(bytes.buffer)
    if (bytes.length === slabBytes.most && this.#free.length < freeSlabsMax) this.#free.push(bytes)
  }
}
