import fs from 'node:fs'

/**
 * All of it: a disk that fills takes a part first, and says so with the next write only.
 * @param at where in the file; where the last one ended when undefined
 */
export function writeWhole(handle: number, bytes: Uint8Array, at?: number): void {
  let done = 0
  while (done < bytes.length) {
    done += fs.writeSync(handle, bytes, done, bytes.length - done, at === undefined ? null : at + done)
  }
}
