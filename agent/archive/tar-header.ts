import { ArchiveDamaged } from './archive-fault.ts'

/** The fields of one header block (POSIX.1-2001 ustar; GNU's base-256 numbers). */
export interface TarHeader {
  name: Buffer
  mode: number
  uid: number
  gid: number
  size: number
  mtime: number
  /** The type flag. */
  flag: string
  target: Buffer
  user: string
  group: string
  major: number
  minor: number
}

/** Attributes of extended headers, by name. */
export type Attributes = Map<string, Buffer>

/** @returns undefined if the block is not a header: its checksum is wrong */
export function readHeader(block: Buffer): TarHeader | undefined {
  const stated = octalIn(block.subarray(148, 156))
  if (stated === undefined || stated !== sumOf(block)) return undefined
  const magic = block.toString('latin1', 257, 263)
  const isPosix = magic === 'ustar\0'
  const name = textIn(block.subarray(0, 100))
  const prefix = isPosix ? textIn(block.subarray(345, 500)) : Buffer.alloc(0)
  const hasOwners = magic.startsWith('ustar')
  return {
    name: prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name,
    mode: numberIn(block.subarray(100, 108)) & 0o7777,
    uid: numberIn(block.subarray(108, 116)),
    gid: numberIn(block.subarray(116, 124)),
    size: numberIn(block.subarray(124, 136)),
    mtime: numberIn(block.subarray(136, 148)),
    flag: block.toString('latin1', 156, 157),
    target: textIn(block.subarray(157, 257)),
    user: hasOwners ? textIn(block.subarray(265, 297)).toString() : '',
    group: hasOwners ? textIn(block.subarray(297, 329)).toString() : '',
    major: hasOwners ? numberIn(block.subarray(329, 337)) : 0,
    minor: hasOwners ? numberIn(block.subarray(337, 345)) : 0,
  }
}

/** Returns the attributes that a header sets for the next member: pax records or one GNU long name. */
export function attributesIn({ flag }: TarHeader, bytes: Buffer): Attributes {
  if (flag === 'L' || flag === 'K') return new Map([[flag === 'L' ? 'path' : 'linkpath', textIn(bytes)]])
  const attributes: Attributes = new Map()
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(bytes.toString('latin1', at, blank < 0 ? at : blank))
    const equals = bytes.indexOf(0x3d, blank)
    const end = at + length
    if (!Number.isSafeInteger(length) || length < 5 || end > bytes.length || equals < blank || equals >= end) {
      throw new ArchiveDamaged('an extended header that cannot be read')
    }
    attributes.set(bytes.toString('latin1', blank + 1, equals), bytes.subarray(equals + 1, end - 1))
    at = end
  }
  return attributes
}

/** Returns the checksum, in which the checksum field counts as blanks. */
function sumOf(block: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < block.length; at++) if (at < 148 || at >= 156) sum += block[at] as number
  return sum
}

function textIn(field: Buffer): Buffer {
  const end = field.indexOf(0)
  return Buffer.from(end < 0 ? field : field.subarray(0, end))
}

function octalIn(field: Buffer): number | undefined {
  const text = field.toString('latin1').replace(/\0.*$/s, '').trim()
  return /^[0-7]*$/.test(text) ? parseInt(text || '0', 8) : undefined
}

function numberIn(field: Buffer): number {
  const [first = 0] = field
  const value = first & 0x80 ? binaryIn(field) : octalIn(field)
  if (value === undefined || !Number.isSafeInteger(value)) throw new ArchiveDamaged('a number in a header is none')
  return value
}

/** Parses a base-256 number (GNU tar): the first bit marks the format, the second is the sign. */
function binaryIn(field: Buffer): number {
  const bits = field.length * 8 - 1
  return Number(BigInt.asIntN(bits, BigInt(`0x${field.toString('hex')}`)))
}
