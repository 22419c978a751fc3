import fs from 'node:fs'

/**
 * Writes all bytes. A disk that becomes full accepts part of a write, and reports the error only for the next one.
 * @param at position in the file; undefined: the current position
 */
export function writeWhole(handle: number, bytes: Uint8Array, at?: number): void {
  let done = 0
  while (done < bytes.length) {
    done += fs.writeSync(handle, bytes, done, bytes.length - done, at === undefined ? null : at + done)
  }
}
