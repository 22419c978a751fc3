import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Refuse } from './damaged.ts'

/** Bytes in front of a block's payload: how it is stored, and its length unpacked. */
export const blockHeadBytes = 5

/** A block in two parts, so that its payload is not copied: `payload` may share memory with what was packed. */
export interface PackedBlock {
  head: Buffer
  payload: Uint8Array
}

/** zstd level 3, or as it is where that is not smaller: method (1 byte), length unpacked (uint32), payload. */
export function packBlock(raw: Uint8Array): Buffer {
  const { head, payload } = packBlockSync(raw)
  return Buffer.concat([head, payload])
}

/** The same in two parts. */
export function packBlockSync(raw: Uint8Array): PackedBlock {
  return encodeBlock(raw, zstdCompressSync(raw, compression(raw)))
}

/** The same in two parts, in a thread of Node's pool. `raw` must not be written to while the payload is in use. */
export async function packBlockInThread(raw: Uint8Array): Promise<PackedBlock> {
  return encodeBlock(raw, await compressInThread(raw, compression(raw)))
}

const compressInThread = promisify(zstdCompress)

function compression(raw: Uint8Array) {
  const params = { [constants.ZSTD_c_compressionLevel]: 3 }
  // zstd chooses smaller tables for what it knows to be short
  return { params, chunkSize: raw.length + (raw.length >> 8) + outputMargin, pledgedSrcSize: raw.length }
}

function encodeBlock(raw: Uint8Array, packed: Buffer): PackedBlock {
  const shrinks = packed.length < raw.length
  const head = Buffer.alloc(blockHeadBytes)
  head.writeUInt8(shrinks ? methods.zstd : methods.stored)
  head.writeUInt32LE(raw.length, 1)
  return { head, payload: shrinks ? packed : raw }
}

/**
 * The bytes that were packed. The declared length is a hard cap while unpacking, and `rawLimit` the cap on what may be
 * declared: whoever wrote the block, it costs no more memory than that and a window of 8 MiB.
 */
export function unpackBlock(block: Buffer, rawLimit: number, refuse: Refuse): Buffer {
  if (block.length < blockHeadBytes) throw refuse('too short to be a block')
  const rawLength = block.readUInt32LE(1)
  if (rawLength > rawLimit) throw refuse(`declares ${rawLength} bytes, at most ${rawLimit} are allowed`)
  const raw = payloadOf(block, rawLength, refuse)
  if (raw.length !== rawLength) throw refuse(`declares ${rawLength} bytes and holds ${raw.length}`)
  return raw
}

/**
 * What zstd may add to noise (ZSTD_COMPRESSBOUND). Output that fits one piece is 2 to 9 times faster on noise, and a
 * tenth on text, than the 16 KiB pieces that zlib takes unasked.
 */
const outputMargin = 1024

const methods = { stored: 0, zstd: 1 }

function payloadOf(block: Buffer, rawLength: number, refuse: Refuse): Buffer {
  const payload = block.subarray(blockHeadBytes)
  const method = block.readUInt8()
  if (method === methods.stored) return payload
  if (method !== methods.zstd) throw refuse(`is packed by an unknown method, ${method}`)
  if (rawLength === 0) throw refuse('declares no bytes')
  const unpacked = unpackZstd(payload, rawLength, refuse)
  if (unpacked.read !== payload.length) throw refuse('has something behind what it packs')
  return unpacked.raw
}

function unpackZstd(payload: Buffer, rawLength: number, refuse: Refuse): { raw: Buffer; read: number } {
  const params = { [constants.ZSTD_d_windowLogMax]: 23 }
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, rawLength)
  try {
    // With `info` the answer says how much was read, which @types/node does not know.
    const { buffer, engine } = zstdDecompressSync(payload, {
      maxOutputLength: rawLength,
      params,
      chunkSize,
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    return { raw: buffer, read: engine.bytesWritten }
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw refuse(isBomb ? `unpacks to more than the ${rawLength} bytes it declares` : 'does not unpack')
  }
}
