import { hkdfSync, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../repository/aes-gcm.ts'
import { packBlock, unpackBlock } from '../repository/block.ts'
import type { SearchedPart } from './find-lines.ts'

/**
 * `search/{id}` in the object store: parts of normalised texts of one tenant. Format: magic (8), salt (32), then a
 * block as in a pack, AES-256-GCM under HKDF-SHA256 (data key, salt, `coffer search segment key 1`); nonce 0,
 * associated data `cofferS1\0<tenant>\0<segment>`. The block contains, with little-endian numbers: the number of parts
 * (4); for each its length, the start and end of the searched range, and its first line number (4 each); then their
 * bytes.
 */
export interface SegmentName {
  tenantId: string
  segmentId: string
}

/** Bytes of a segment before compression. It is closed by the part that reaches `full`, and never exceeds `limit`. */
export const segmentBytes = { full: 4 * 1024 * 1024, limit: 8 * 1024 * 1024 }

/** The bytes are not a segment with this name. */
export class SegmentDamaged extends Error {
  override name = 'SegmentDamaged'
}

/** @throws RangeError if the parts exceed the limit of a segment */
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

/**
 * Returns the key of one segment, for code that opens only this one.
 * @param sealed at least its first 40 bytes
 */
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

/** Each segment has its own key, so the nonce is constant. */
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
