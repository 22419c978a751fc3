import { sealOverhead } from './seal.ts'

/** Name and version of the format. The associated data of every part contains the version too. */
export const magic = Buffer.from('cofferP1', 'latin1')

/** How many bytes of a pack say how long its header is. */
export const packHeadBytes = magic.length + 4 + 32 + sealOverhead

/** Associated data of the sealed content key. */
export const keyAad = magic.toString('latin1')

/** Purpose of the sealed content key: it opens only for this tenant. */
export function keyInfo(tenantId: string): string {
  return `coffer pack content key\0${tenantId}`
}

/** A block's number is where it begins: no two blocks of a pack begin at one place, and the index is at 0. */
export function nonceAt(offset: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(offset, 8)
  return nonce
}

/** Associated data of the block that begins at this offset. */
export function blockAad(offset: number): Buffer {
  const aad = Buffer.alloc(magic.length + 4)
  magic.copy(aad)
  aad.writeUInt32BE(offset, magic.length)
  return aad
}
