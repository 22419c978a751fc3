/** Builds byte strings in a growing buffer that is reused. Numbers are LEB128. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1024)
  #length = 0

  /** Number of bytes written since `take`. */
  get length(): number {
    return this.#length
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** @throws RangeError unless the number is whole, from 0 to 2^53 - 1 */
  number(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number from 0 to 2^53`)
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.#length++] = rest
  }

  /** Zigzag: small numbers of either sign are short. @throws RangeError beyond 2^52 either way */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** Length, then the bytes. */
  string(value: Uint8Array): void {
    this.number(value.length)
    this.raw(value)
  }

  raw(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  /** Returns a copy of what was written since the last call, and starts the next byte string. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return taken
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + more))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
