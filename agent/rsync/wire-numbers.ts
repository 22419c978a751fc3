import type { WireReader } from './wire-reader.ts'

/** The index that means "done with this phase". */
export const done = -1

/**
 * Reads file indexes of one direction: each is coded as its difference from the one before, so the reader must see all.
 * The returned function reads inside `reader.attempt`; its state moves only when the whole index was there.
 */
export function createIndexReader(reader: WireReader): () => number {
  let previous = -1
  let previousNegative = 1

  function read(first: number, base: number): number {
    if (first !== 0xfe) return base + first
    const high = reader.byte()
    const low = reader.byte()
    if ((high & 0x80) === 0) return base + high * 256 + low
    return low | (reader.byte() << 8) | (reader.byte() << 16) | ((high & 0x7f) << 24)
  }

  return () => {
    const first = reader.byte()
    if (first === 0) return done
    if (first === 0xff) {
      previousNegative = read(reader.byte(), previousNegative)
      return -previousNegative
    }
    previous = read(first, previous)
    return previous
  }
}

/** Writes file indexes of one direction, in the coding that `createIndexReader` reads. */
export function createIndexWriter(): (index: number) => Buffer {
  let previous = -1
  return (index) => {
    if (index === done) return Buffer.of(0)
    const step = index - previous
    previous = index
    if (step > 0 && step < 0xfe) return Buffer.of(step)
    if (step >= 0 && step <= 0x7fff) return Buffer.of(0xfe, step >> 8, step & 0xff)
    return Buffer.of(0xfe, (index >>> 24) | 0x80, index & 0xff, (index >> 8) & 0xff, (index >> 16) & 0xff)
  }
}

export function int32Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/** One data frame as rsync's multiplexing wants it: length and tag in front. `payload` is below 16 MiB. */
export function dataFrame(payload: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt32LE((7 << 24) | payload.length)
  return Buffer.concat([header, payload])
}
