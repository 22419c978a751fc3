import { createHmac, type KeyObject } from 'node:crypto'
import { secretKeyFrom } from './secret-key.ts'

/** 64 lower-case hexadecimal digits. Equal bytes of a tenant have equal ids. Ids of different tenants are unrelated. */
export type ChunkId = string & { readonly brand: 'ChunkId' }

/** Length of an id as raw bytes. */
export const chunkIdBytes = 32

/**
 * HMAC-SHA-256 of the content under the tenant's chunk-id key. For many chunks, pass a KeyObject (`createSecretKey`):
 * the conversion takes as long as hashing 5 KB.
 */
export function chunkIdOf(chunkIdKey: Uint8Array | KeyObject, content: Uint8Array): ChunkId {
  return createHmac('sha256', secretKeyFrom(chunkIdKey)).update(content).digest('hex') as ChunkId
}

export function isChunkId(value: unknown): value is ChunkId {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Returns the id of 32 raw bytes that start at `offset`. */
export function chunkIdAt(bytes: Uint8Array, offset: number): ChunkId {
  return Buffer.from(bytes.buffer, bytes.byteOffset + offset, chunkIdBytes).toString('hex') as ChunkId
}
