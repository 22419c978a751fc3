import { createSecretKey, type KeyObject } from 'node:crypto'
import { decrypt, tagBytes } from './aes-gcm.ts'
import { unpackBlock } from './block.ts'
import { chunkIdOf } from './chunk-id.ts'
import type { ChunkId } from './chunk-id.ts'
import { PackDamaged, SealDamaged } from './damaged.ts'
import * as layout from './pack-index.ts'
import { blockAad, keyAad, keyInfo, magic, nonceAt, packHeadBytes } from './pack-layout.ts'
import { openSealed } from './seal.ts'
import type { PackedChunk } from './pack-index.ts'

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

async function openContentKey(sealedKey: Uint8Array, open: PackOpener): Promise<Buffer> {
  try {
    const contentKey = await openSealed(open.repositoryPrivateKey, keyInfo(open.tenantId), keyAad, sealedKey)
    if (contentKey.length === 32) return contentKey
  } catch (error) {
    if (!(error instanceof SealDamaged)) throw error
  }
  throw new PackDamaged('content key', "it does not open with this customer's key")
}

function nameOf(block: { blockOffset: number }): string {
  return `block at ${block.blockOffset}`
}
