import { createSecretKey, hash, randomBytes } from 'node:crypto'
import { tagBytes } from './aes-gcm.ts'
import { blockHeadBytes, packBlockInThread, packBlockSync, type PackedBlock } from './block.ts'
import { isChunkId, type ChunkId } from './chunk-id.ts'
import { chunkSizes } from './chunking.ts'
import * as layout from './pack-index.ts'
import type { IndexedBlock, PackedChunk } from './pack-index.ts'
import { keyAad, keyInfo, magic, packHeadBytes } from './pack-layout.ts'
import { PackMemory } from './pack-memory.ts'
import { sealTo } from './seal.ts'

/** A pack ready to be stored. `sha256` is over all of `bytes`. */
export interface SealedPack {
  bytes: Buffer
  sha256: Buffer
  chunks: PackedChunk[]
}

/** The tenant of a pack, and the key to which its content key is sealed. */
export interface PackOwnerKey {
  tenantId: string
  repositoryPublicKey: Uint8Array
}

/**
 * Chunks shorter than this share a compression block, in the order in which they were added, up to this many bytes.
 * Measured in docs/decisions/repository-format.md: what a larger block saves, and what reading one chunk of it costs.
 */
export const sharedBlockBytes = 256 * 1024

/** Bytes of blocks that are being compressed before `add` asks its caller to wait: four shared blocks. */
const compressingBytesMax = 1024 * 1024

/** Memory of shared blocks that are compressed: allocating it for each one would bring garbage collections nearer. */
const spareBlocks: Buffer[] = []
const spareBlocksMax = 5

/** Collects chunks into one pack under its own content key, which only the customer's private key opens. */
export function createPackBuilder(to: PackOwnerKey, sharedBytes: number = sharedBlockBytes): PackBuilder {
  return new PackBuilder(to, sharedBytes)
}

/** The pack that is being filled. Create it with `createPackBuilder`. */
export class PackBuilder {
  readonly #to: PackOwnerKey
  readonly #sharedBytes: number
  readonly #memory = new PackMemory()
  readonly #blocks: IndexedBlock[] = []
  readonly #compressing = new Set<Promise<void>>()
  readonly #ids = new Set<ChunkId>()
  #appended: Promise<void> = Promise.resolve()
  #shared: Buffer | undefined
  #sharedChunks: IndexedBlock['chunks'] = []
  #sharedLength = 0
  #rawBytes = 0
  #packedBytes = 0
  #compressingBytes = 0
  #isSealed = false
  #failure: { error: unknown } | undefined

  constructor(to: PackOwnerKey, sharedBytes: number) {
    this.#to = to
    this.#sharedBytes = sharedBytes
  }

  /** Bytes of the chunks added so far. */
  get rawBytes(): number {
    return this.#rawBytes
  }

  /** Bytes the pack would have at most if it were sealed now; blocks that are being compressed count uncompressed. */
  get sealedBytes(): number {
    return this.#sealedBytesWith(0, 0)
  }

  /** Chunks added so far. */
  get count(): number {
    return this.#ids.size
  }

  /** Whether a chunk of this length can still be added, however badly it compresses. */
  hasCapacity(length: number): boolean {
    const { packLimits } = layout
    const fits = this.#rawBytes + length <= packLimits.rawBytes && this.#ids.size < packLimits.chunks
    return fits && this.#sealedBytesWith(1, length) <= packLimits.sealedBytes
  }

  /**
   * Adds a chunk that `chunkIdOf` named `id`; one that is in the pack already is ignored. Content shorter than a shared
   * block is copied. Longer content is compressed in another thread while more is added: it must not be written to.
   * @returns a promise when enough blocks are being compressed: waiting for it before adding more bounds the memory
   * @throws RangeError when the content is empty, longer than a chunk, or there is no room for it
   */
  add(id: ChunkId, content: Uint8Array): Promise<void> | undefined {
    if (this.#isSealed) throw new Error('a sealed pack takes no more chunks')
    if (!isChunkId(id)) throw new RangeError('a chunk id is 64 hexadecimal digits')
    if (content.length === 0 || content.length > chunkSizes.max) {
      throw new RangeError(`a chunk is 1 to ${chunkSizes.max} bytes long, not ${content.length}`)
    }
    if (this.#ids.has(id)) return undefined
    if (!this.hasCapacity(content.length)) throw new RangeError('the pack has no room for this chunk')
    this.#ids.add(id)
    this.#rawBytes += content.length
    const chunk = { id, length: content.length }
    if (content.length >= this.#sharedBytes) this.#addBlock(content, [chunk])
    else this.#share(content, chunk)
    return this.#compressingBytes > compressingBytesMax ? Promise.race(this.#compressing) : undefined
  }

  /** Encrypts what was added, once. */
  async seal(): Promise<SealedPack> {
    if (this.#isSealed) throw new Error('the pack is sealed already')
    this.#isSealed = true
    await this.#closeLast()
    if (this.#failure) throw this.#failure.error
    const contentKey = randomBytes(32)
    const { tenantId, repositoryPublicKey } = this.#to
    const sealedKey = await sealTo(repositoryPublicKey, keyInfo(tenantId), keyAad, contentKey)
    const index = layout.encodeIndex(this.#blocks)
    const head = Buffer.concat([magic, Buffer.alloc(4), sealedKey])
    head.writeUInt32LE(index.length, magic.length)
    const lengths = this.#blocks.map(({ sealedLength }) => sealedLength - tagBytes)
    const bytes = this.#memory.seal(createSecretKey(contentKey), head, index, lengths)
    return {
      bytes,
      sha256: hash('sha256', bytes, 'buffer'),
      chunks: layout.decodeIndex(index, packHeadBytes + index.length + tagBytes).chunks,
    }
  }

  /** Gives the memory of a pack that is not sealed to a later one. Nothing may be added afterwards. */
  async drop(): Promise<void> {
    this.#isSealed = true
    await this.#appended
    this.#memory.drop()
  }

  #share(content: Uint8Array, chunk: { id: ChunkId; length: number }): void {
    if (this.#sharedLength + content.length > this.#sharedBytes) this.#closeShared()
    const mayReuse = this.#sharedBytes === sharedBlockBytes
    this.#shared ??= (mayReuse && spareBlocks.pop()) || Buffer.allocUnsafeSlow(this.#sharedBytes)
    this.#shared.set(content, this.#sharedLength)
    this.#sharedChunks.push(chunk)
    this.#sharedLength += content.length
  }

  #closeShared(): void {
    if (this.#shared && this.#sharedLength > 0) {
      this.#addBlock(this.#shared.subarray(0, this.#sharedLength), this.#sharedChunks, this.#shared)
    }
    this.#shared = undefined
    this.#sharedChunks = []
    this.#sharedLength = 0
  }

  /**
   * Blocks are compressed side by side and appended in order.
   * @param reusable memory that is free again once the block is appended
   */
  #addBlock(raw: Uint8Array, chunks: IndexedBlock['chunks'], reusable?: Buffer): void {
    this.#packedBytes += blockHeadBytes + raw.length
    this.#compressingBytes += raw.length
    const packing = packBlockInThread(raw)
    packing.catch(() => undefined) // reported when its turn comes
    const work: Promise<void> = this.#appended
      .then(async () => {
        const packed = await packing
        this.#packedBytes -= blockHeadBytes + raw.length
        this.#append(packed, chunks)
      })
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => {
        this.#compressing.delete(work)
        this.#compressingBytes -= raw.length
        if (reusable?.length === sharedBlockBytes && spareBlocks.length < spareBlocksMax) spareBlocks.push(reusable)
      })
    this.#appended = work
    this.#compressing.add(work)
  }

  #append(packed: PackedBlock, chunks: IndexedBlock['chunks']): void {
    this.#memory.append(packed)
    const length = packed.head.length + packed.payload.length
    this.#packedBytes += length
    this.#blocks.push({ sealedLength: length + tagBytes, chunks })
  }

  /** The last block is often the only one, of a text: a thread would cost more than it saves. */
  async #closeLast(): Promise<void> {
    const isLast = this.#shared && this.#sharedLength > 0
    const last = isLast ? packBlockSync(this.#shared!.subarray(0, this.#sharedLength)) : undefined
    await this.#appended
    if (last && !this.#failure) this.#append(last, this.#sharedChunks)
    this.#shared = undefined
    this.#sharedLength = 0
  }

  /** With `more` chunks of `length` bytes in blocks of their own. */
  #sealedBytesWith(more: number, length: number): number {
    const open = (this.#sharedLength > 0 ? 1 : 0) + more
    const blocks = this.#blocks.length + this.#compressing.size
    const index =
      layout.indexHeadBytes +
      (blocks + open) * layout.indexBlockBytes +
      (this.#ids.size + more) * layout.indexChunkBytes
    const shared = open * (blockHeadBytes + tagBytes) + this.#sharedLength
    return packHeadBytes + index + tagBytes + this.#packedBytes + blocks * tagBytes + shared + length
  }
}
