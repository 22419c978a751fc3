import { createHash } from 'node:crypto'

/** Returns the SHA-256 of these bytes; of the UTF-8 encoding of a text. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
