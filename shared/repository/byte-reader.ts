import type { Refuse } from './damaged.ts'

/** Reads the output of `ByteWriter` and rejects everything else. */
export class ByteReader {
  readonly #bytes: Buffer
  readonly #refuse: Refuse
  #at = 0

  constructor(bytes: Buffer, refuse: Refuse) {
    this.#bytes = bytes
    this.#refuse = refuse
  }

  byte(): number {
    const value = this.#bytes[this.#at++]
    if (value === undefined) throw this.#refuse('it is cut')
    return value
  }

  number(): number {
    let value = 0
    let scale = 1
    for (let count = 1; ; count++) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (value > Number.MAX_SAFE_INTEGER) throw this.#refuse('a number is too large')
      if (byte < 0x80) {
        if (byte === 0 && count > 1) throw this.#refuse('a number is longer than it needs')
        return value
      }
      if (count === 8) throw this.#refuse('a number is too long')
      scale *= 0x80
    }
  }

  signed(): number {
    const value = this.number()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** Returns a copy, which does not keep the surrounding bytes in memory. */
  string(limit: number): Buffer {
    const length = this.number()
    if (length > limit) throw this.#refuse(`${length} bytes where at most ${limit} are allowed`)
    return this.raw(length)
  }

  raw(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw this.#refuse('it is cut')
    this.#at += length
    return Buffer.from(this.#bytes.subarray(this.#at - length, this.#at))
  }

  /** @throws unless everything was read */
  end(): void {
    if (this.#at !== this.#bytes.length) throw this.#refuse(`${this.#bytes.length - this.#at} bytes too many`)
  }
}
