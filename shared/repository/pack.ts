import { createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import { decrypt, encryptInto, tagBytes } from './aes-gcm.ts'
import { blockHeadBytes, packBlock, packBlockInThread, unpackBlock } from './block.ts'
import { chunkIdOf, isChunkId } from './chunk-id.ts'
import type { ChunkId } from './chunk-id.ts'
import { chunkSizes } from './chunking.ts'
import { PackDamaged, SealDamaged } from './damaged.ts'
import * as layout from './pack-index.ts'
import { openSealed, sealOverhead, sealTo } from './seal.ts'
import type { PackedChunk } from './pack-index.ts'

/** A pack ready to be stored. The digests are over all of `bytes`. */
export interface SealedPack {
  bytes: Buffer
  sha256: Buffer
  md5: Buffer
  chunks: PackedChunk[]
}

/** Whose pack it is, and the key that opens it. */
export interface PackOpener {
  tenantId: string
  repositoryPrivateKey: Uint8Array
}

/** A pack's content key, its chunks in order, and how long the whole pack is. */
export interface OpenedPack {
  contentKey: Buffer
  chunks: PackedChunk[]
  packLength: number
}

export interface PackBuilder {
  /**
   * Adds a chunk that `chunkIdOf` named `id`; one that is in already is passed over. Blocks are compressed in other
   * threads while more is added: `content` must not be written to.
   * @returns a promise where enough blocks are being compressed: who waits for it before adding more bounds the memory
   * @throws RangeError when the content is empty, longer than a chunk, or there is no room for it
   */
  add(id: ChunkId, content: Uint8Array): Promise<void> | undefined
  /** Whether a chunk of this length can still be added, however badly it compresses. */
  hasCapacity(length: number): boolean
  /** Bytes of the chunks added so far. */
  readonly rawBytes: number
  /** Bytes the pack would have at most if it were sealed now; blocks that are being compressed count uncompressed. */
  readonly sealedBytes: number
  /** Chunks added so far. */
  readonly count: number
  /** Encrypts what was added, once. */
  seal(): Promise<SealedPack>
}

/**
 * Chunks shorter than this share a compression block, in the order in which they were added, up to this many bytes.
 * Measured in docs/decisions/repository-format.md: what a larger block saves, and what reading one chunk of it costs.
 */
export const sharedBlockBytes = 256 * 1024

/** Bytes of blocks that are being compressed before `add` asks its caller to wait: four shared blocks. */
const compressingBytesMax = 1024 * 1024

/** How many bytes of a pack say how long its header is. */
export const packHeadBytes = 8 + 4 + 32 + sealOverhead

/** Memory of shared blocks that are compressed: allocating it for each one would bring garbage collections nearer. */
const spareBlocks: Buffer[] = []
const spareBlocksMax = 4

interface PackingBlock {
  packed: Buffer
  chunks: { id: ChunkId; length: number }[]
}

/** Collects chunks into one pack under a content key of its own, which only the customer's private key gives back. */
export function createPackBuilder(
  to: { tenantId: string; repositoryPublicKey: Uint8Array },
  sharedBytes: number = sharedBlockBytes,
): PackBuilder {
  const blocks: PackingBlock[] = []
  const compressing = new Set<Promise<void>>()
  const ids = new Set<ChunkId>()
  let shared: Buffer | undefined
  let sharedChunks: { id: ChunkId; length: number }[] = []
  let sharedLength = 0
  let rawBytes = 0
  let packedBytes = 0
  let compressingBytes = 0
  let isSealed = false
  let failure: { error: unknown } | undefined

  /** @param reusable memory that is free again once the block is compressed */
  function addBlock(raw: Uint8Array, chunks: PackingBlock['chunks'], reusable?: Buffer) {
    const block: PackingBlock = { packed: released, chunks }
    blocks.push(block)
    packedBytes += blockHeadBytes + raw.length
    compressingBytes += raw.length
    const work = packBlockInThread(raw)
      .then((packed) => {
        block.packed = packed
        packedBytes += packed.length - blockHeadBytes - raw.length
      })
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => {
        compressing.delete(work)
        compressingBytes -= raw.length
        if (reusable?.length === sharedBlockBytes && spareBlocks.length < spareBlocksMax) spareBlocks.push(reusable)
      })
    compressing.add(work)
  }

  function closeShared() {
    if (shared && sharedLength > 0) addBlock(shared.subarray(0, sharedLength), sharedChunks, shared)
    shared = undefined
    sharedChunks = []
    sharedLength = 0
  }

  /** The last block is often the only one, of a text: a thread would cost more than it saves. */
  function closeLast() {
    if (!shared || sharedLength === 0) return
    const packed = packBlock(shared.subarray(0, sharedLength))
    blocks.push({ packed, chunks: sharedChunks })
    packedBytes += packed.length
    shared = undefined
    sharedLength = 0
  }

  /** With `more` chunks of `length` bytes in blocks of their own. */
  function sealedBytes(more = 0, length = 0): number {
    const open = (sharedLength > 0 ? 1 : 0) + more
    const index =
      layout.indexHeadBytes +
      (blocks.length + open) * layout.indexBlockBytes +
      (ids.size + more) * layout.indexChunkBytes
    const body = packedBytes + blocks.length * tagBytes + open * (blockHeadBytes + tagBytes) + sharedLength + length
    return packHeadBytes + index + tagBytes + body
  }

  const builder: PackBuilder = {
    add(id, content) {
      if (isSealed) throw new Error('a sealed pack takes no more chunks')
      if (!isChunkId(id)) throw new RangeError('a chunk id is 64 hexadecimal digits')
      if (content.length === 0 || content.length > chunkSizes.max) {
        throw new RangeError(`a chunk is 1 to ${chunkSizes.max} bytes long, not ${content.length}`)
      }
      if (ids.has(id)) return undefined
      if (!builder.hasCapacity(content.length)) throw new RangeError('the pack has no room for this chunk')
      ids.add(id)
      rawBytes += content.length
      const chunk = { id, length: content.length }
      if (content.length >= sharedBytes) addBlock(content, [chunk])
      else {
        if (sharedLength + content.length > sharedBytes) closeShared()
        shared ??= (sharedBytes === sharedBlockBytes && spareBlocks.pop()) || Buffer.allocUnsafeSlow(sharedBytes)
        shared.set(content, sharedLength)
        sharedChunks.push(chunk)
        sharedLength += content.length
      }
      return compressingBytes > compressingBytesMax ? Promise.race(compressing) : undefined
    },
    hasCapacity(length) {
      const fits = rawBytes + length <= layout.packLimits.rawBytes && ids.size < layout.packLimits.chunks
      return fits && sealedBytes(1, length) <= layout.packLimits.sealedBytes
    },
    get rawBytes() {
      return rawBytes
    },
    get sealedBytes() {
      return sealedBytes()
    },
    get count() {
      return ids.size
    },
    async seal() {
      if (isSealed) throw new Error('the pack is sealed already')
      isSealed = true
      closeLast()
      await Promise.all(compressing)
      if (failure) throw failure.error
      return sealPack(blocks, to)
    },
  }
  return builder
}

/**
 * How long the header is that begins with these bytes: enough to know how much to read.
 * @param prefix at least `packHeadBytes` bytes
 * @throws PackDamaged when it is no header of this format
 */
export function packHeaderLength(prefix: Uint8Array): number {
  const head = Buffer.from(prefix.buffer, prefix.byteOffset, Math.min(prefix.length, packHeadBytes))
  if (head.length < packHeadBytes) throw new PackDamaged('header', 'it is cut')
  if (!head.subarray(0, magic.length).equals(magic)) throw new PackDamaged('header', 'not a pack of this format')
  const indexLength = head.readUInt32LE(magic.length)
  if (indexLength > layout.indexLimit) throw new PackDamaged('header', `an index of ${indexLength} bytes`)
  return packHeadBytes + indexLength + tagBytes
}

/**
 * Opens a header, for which a pack's first `packHeaderLength` bytes are enough.
 * @throws PackDamaged naming header, content key or index
 */
export async function readPackHeader(prefix: Uint8Array, open: PackOpener): Promise<OpenedPack> {
  const headerLength = packHeaderLength(prefix)
  if (prefix.length < headerLength) throw new PackDamaged('index', 'it is cut')
  const head = prefix.subarray(0, packHeadBytes)
  const contentKey = await openContentKey(head.subarray(magic.length + 4), open)
  const index = decrypt(contentKey, nonceAt(0), head, prefix.subarray(packHeadBytes, headerLength))
  if (!index) throw new PackDamaged('index', 'it does not open')
  return { contentKey, ...layout.decodeIndex(index, headerLength) }
}

/**
 * Opens a whole pack without reading its blocks.
 * @throws PackDamaged also when it is shorter or longer than its index says
 */
export async function openPack(bytes: Uint8Array, open: PackOpener): Promise<OpenedPack> {
  const opened = await readPackHeader(bytes, open)
  if (bytes.length === opened.packLength) return opened
  throw new PackDamaged('pack', `${bytes.length} bytes long, ${opened.packLength} by its index`)
}

/**
 * Opens every block and checks that each chunk is the content its id names and that nothing else is in there. Holds one
 * unpacked block at a time.
 * @throws PackDamaged naming the first part that is wrong
 */
export async function verifyPack(
  bytes: Uint8Array,
  open: PackOpener & { chunkIdKey: Uint8Array },
): Promise<OpenedPack> {
  const opened = await openPack(bytes, open)
  const { chunks } = opened
  const contentKey = createSecretKey(opened.contentKey)
  const chunkIdKey = createSecretKey(open.chunkIdKey)
  for (let from = 0; from < chunks.length;) {
    const block = chunks[from]!
    let to = from
    while (to < chunks.length && chunks[to]!.blockOffset === block.blockOffset) to++
    const sealed = bytes.subarray(block.blockOffset, block.blockOffset + block.blockLength)
    const raw = readBlock(contentKey, sealed, block)
    for (let i = from; i < to; i++) readChunk(raw, chunks[i]!, chunkIdKey)
    const last = chunks[to - 1]!
    if (raw.length !== last.offset + last.length) {
      throw new PackDamaged(nameOf(block), `${raw.length} bytes, of which its chunks are ${last.offset + last.length}`)
    }
    from = to
  }
  return opened
}

/**
 * One block, decrypted and unpacked.
 * @param sealed the pack's bytes from `blockOffset`, `blockLength` of them
 * @throws PackDamaged when they are not that block of the pack whose content key this is
 */
export function readBlock(
  contentKey: Uint8Array | KeyObject,
  sealed: Uint8Array,
  block: { blockOffset: number; blockLength: number },
): Buffer {
  if (sealed.length !== block.blockLength)
    throw new PackDamaged(nameOf(block), `${sealed.length} bytes were read of it`)
  const packed = decrypt(contentKey, nonceAt(block.blockOffset), blockAad(block.blockOffset), sealed)
  if (!packed) throw new PackDamaged(nameOf(block), 'it does not open')
  return unpackBlock(packed, layout.packLimits.blockRawBytes, (how) => new PackDamaged(nameOf(block), how))
}

/**
 * One chunk of an unpacked block, as a view of it.
 * @throws PackDamaged when it is not the content that its id names
 */
export function readChunk(
  block: Buffer,
  chunk: { id: ChunkId; offset: number; length: number },
  chunkIdKey: Uint8Array | KeyObject,
): Buffer {
  const content = block.subarray(chunk.offset, chunk.offset + chunk.length)
  if (content.length !== chunk.length) throw new PackDamaged(`chunk ${chunk.id}`, 'it lies outside its block')
  if (chunkIdOf(chunkIdKey, content) !== chunk.id)
    throw new PackDamaged(`chunk ${chunk.id}`, 'it is not what its id names')
  return content
}

/** Name and version of the format; the version stands in every associated data too. */
const magic = Buffer.from('cofferP1', 'latin1')

/** Lets go of each block as soon as it is sealed: no pack is in memory twice. */
async function sealPack(
  blocks: PackingBlock[],
  to: { tenantId: string; repositoryPublicKey: Uint8Array },
): Promise<SealedPack> {
  const contentKey = randomBytes(32)
  const sealedKey = await sealTo(to.repositoryPublicKey, keyInfo(to.tenantId), keyAad, contentKey)
  const index = layout.encodeIndex(
    blocks.map(({ packed, chunks }) => ({ sealedLength: packed.length + tagBytes, chunks })),
  )
  const head = Buffer.concat([magic, Buffer.alloc(4), sealedKey])
  head.writeUInt32LE(index.length, magic.length)
  const bodyOffset = packHeadBytes + index.length + tagBytes
  const length = blocks.reduce((sum, { packed }) => sum + packed.length + tagBytes, bodyOffset)
  const bytes = Buffer.allocUnsafeSlow(length)
  head.copy(bytes)
  const key = createSecretKey(contentKey)
  encryptInto(bytes.subarray(packHeadBytes), key, nonceAt(0), head, index)
  let offset = bodyOffset
  for (const block of blocks) {
    offset += encryptInto(bytes.subarray(offset), key, nonceAt(offset), blockAad(offset), block.packed)
    block.packed = released
  }
  return {
    bytes,
    sha256: hash('sha256', bytes, 'buffer'),
    md5: hash('md5', bytes, 'buffer'),
    chunks: layout.decodeIndex(index, bodyOffset).chunks,
  }
}

const released = Buffer.alloc(0)

async function openContentKey(sealedKey: Uint8Array, open: PackOpener): Promise<Buffer> {
  try {
    const contentKey = await openSealed(open.repositoryPrivateKey, keyInfo(open.tenantId), keyAad, sealedKey)
    if (contentKey.length === 32) return contentKey
  } catch (error) {
    if (!(error instanceof SealDamaged)) throw error
  }
  throw new PackDamaged('content key', "it does not open with this customer's key")
}

const keyAad = magic.toString('latin1')

function keyInfo(tenantId: string): string {
  return `coffer pack content key\0${tenantId}`
}

/** A block's number is where it begins: no two blocks of a pack begin at one place, and the index is at 0. */
function nonceAt(offset: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(offset, 8)
  return nonce
}

function blockAad(offset: number): Buffer {
  const aad = Buffer.alloc(magic.length + 4)
  magic.copy(aad)
  aad.writeUInt32BE(offset, magic.length)
  return aad
}

function nameOf(block: { blockOffset: number }): string {
  return `block at ${block.blockOffset}`
}
