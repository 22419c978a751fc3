import { hkdfSync, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../repository/aes-gcm.ts'
import { packBlock, unpackBlock } from '../repository/block.ts'
import type { SearchedPart } from './find-lines.ts'

/**
 * `search/{id}` in the object store: parts of normalised texts of one customer, packed together. Magic (8), salt (32), then
 * a block as in a pack, AES-256-GCM under HKDF-SHA256 (data key, salt, `coffer search segment key 1`); nonce 0,
 * associated data `cofferS1\0<tenant>\0<segment>`. In the block, numbers little-endian: how many parts (4); of each its
 * length, where what counts begins and ends, and the number of its first line (4 each); then their bytes.
 */
export interface SegmentName {
  tenantId: string
  segmentId: string
}

/** Bytes of a segment before it is packed: it is closed with the part that reaches the first, and never holds the second. */
export const segmentBytes = { full: 4 * 1024 * 1024, limit: 8 * 1024 * 1024 }

/** The bytes are not those of a segment of this name. */
export class SegmentDamaged extends Error {
  override name = 'SegmentDamaged'
}

/** @throws RangeError when the parts are more than a segment may hold */
export function sealSegment(parts: readonly SearchedPart[], name: SegmentName, dataKey: Uint8Array): Buffer {
  const head = Buffer.alloc(4 + parts.length * partHead)
  head.writeUInt32LE(parts.length)
  for (const [index, { bytes, from, to, firstLine }] of parts.entries()) {
    for (const [field, value] of [bytes.length, from, to, firstLine].entries()) {
      head.writeUInt32LE(value, 4 + index * partHead + field * 4)
    }
  }
  const raw = Buffer.concat([head, ...parts.map(({ bytes }) => bytes)])
  if (raw.length > segmentBytes.limit) throw new RangeError(`a segment of ${raw.length} bytes`)
  const begin = Buffer.concat([magic, randomBytes(saltBytes)])
  return Buffer.concat([begin, encrypt(segmentKey(begin, dataKey), nonce, aadOf(name), packBlock(raw))])
}

/** The key of one segment, for whoever opens it and needs no other. @param sealed its first 40 bytes, or more */
export function segmentKey(sealed: Uint8Array, dataKey: Uint8Array): Buffer {
  const salt = sealed.subarray(magic.length, magic.length + saltBytes)
  return Buffer.from(hkdfSync('sha256', dataKey, salt, 'coffer search segment key 1', 32))
}

/** @throws SegmentDamaged */
export function openSegment(sealed: Uint8Array, name: SegmentName, key: Uint8Array): SearchedPart[] {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length)
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new SegmentDamaged('not a segment of this format')
  const packed = decrypt(key, nonce, aadOf(name), bytes.subarray(magic.length + saltBytes))
  if (!packed) throw new SegmentDamaged('it does not open as this segment of this customer')
  const raw = unpackBlock(packed, segmentBytes.limit, (how) => new SegmentDamaged(how))
  return readParts(raw)
}

const magic = Buffer.from('cofferS1', 'latin1')
const saltBytes = 32
const partHead = 16

/** Each segment has a key of its own, so that the nonce has nothing to tell apart. */
const nonce = Buffer.alloc(12)

function aadOf({ tenantId, segmentId }: SegmentName): Buffer {
  return Buffer.from(`${magic.toString('latin1')}\0${tenantId}\0${segmentId}`)
}

function readParts(raw: Buffer): SearchedPart[] {
  const count = raw.length < 4 ? Infinity : raw.readUInt32LE()
  let at = 4 + count * partHead
  if (at > raw.length) throw new SegmentDamaged('it ends before its parts')
  return Array.from({ length: count }, (_, index) => {
    const field = (n: number) => raw.readUInt32LE(4 + index * partHead + n * 4)
    const [length, from, to, firstLine] = [field(0), field(1), field(2), field(3)]
    const bytes = raw.subarray(at, at + length)
    at += length
    if (bytes.length !== length || from > to || to > length) throw new SegmentDamaged('a part is not of its length')
    return { bytes, from, to, firstLine }
  })
}
