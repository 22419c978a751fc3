import { RsyncFault, refuse } from './rsync-fault.ts'

/** The message tags of multiplexed frames that a sending server of protocol 30 and 31 uses (rsync.h, enum msgcode). */
export const messageTags = {
  data: 0,
  errorXfer: 1,
  info: 2,
  error: 3,
  warning: 4,
  ioError: 22,
  ioTimeout: 33,
  noop: 42,
  errorExit: 86,
  noSend: 102,
} as const

/** The longest message, other than file data, that is accepted: real ones are single lines. */
const messageLimitBytes = 64 * 1024

/** Frame headers carry 7 + tag in their high byte. */
const tagBase = 7

export interface WireReaderSettings {
  /** Longest silence of the server while its bytes are awaited. */
  silenceMs: number
  /** Ends every wait with the signal's reason. */
  signal: AbortSignal
  /** Called with every message that is not data, in the order sent; messages may overtake data that is not read yet. */
  onMessage: (tag: number, payload: Buffer) => void
}

/**
 * Reads what an rsync server sends. It begins unframed: the greeting comes before the first frame. The plain reads
 * (`byte`, `int32`, `varint`, ...) may only be used inside `attempt`: when bytes run short everything is undone and tried
 * again once more has come. Only what one network read brought is read ahead, so memory stays bounded however the server
 * frames its bytes.
 */
export class WireReader {
  readonly #settings: WireReaderSettings
  readonly #nextRead: () => Promise<Buffer | undefined>
  #raw: Buffer = Buffer.alloc(0) // one network read, and how far it is taken apart
  #rawAt = 0
  #framed = false
  #dataLeft = 0 // of the data frame that is being read
  #window: Buffer = Buffer.alloc(0) // stream bytes at hand
  #at = 0

  constructor(source: AsyncIterable<Buffer>, settings: WireReaderSettings) {
    this.#settings = settings
    this.#nextRead = createPatientReads(source, settings)
  }

  /** From now on the stream consists of frames. */
  startFrames(): void {
    this.#framed = true
    // Bytes that came with the greeting's read belong to the first frame.
    this.#raw = Buffer.concat([this.#window.subarray(this.#at), this.#raw.subarray(this.#rawAt)])
    this.#rawAt = 0
    this.#window = Buffer.alloc(0)
    this.#at = 0
  }

  /** Runs `parse` as one transaction. */
  async attempt<T>(parse: () => T): Promise<T> {
    for (;;) {
      const mark = this.#at
      try {
        return parse()
      } catch (cause) {
        if (cause !== bytesRunShort) throw cause
        this.#at = mark
        await this.#mustFill()
      }
    }
  }

  /** Returns at least one and at most `most` bytes, as they come; the buffer may share memory with the network read. */
  async some(most: number): Promise<Buffer> {
    if (this.#at === this.#window.length) await this.#mustFill()
    const from = this.#at
    this.#at = Math.min(this.#window.length, this.#at + most)
    return this.#window.subarray(from, this.#at)
  }

  byte(): number {
    return this.#window[this.#claim(1)] as number
  }

  int32(): number {
    return this.#window.readInt32LE(this.#claim(4))
  }

  /** An int32 in 1 to 5 bytes. */
  varint(): number {
    const first = this.byte()
    const extra = extraBytes(first)
    if (extra > 4) throw refuse(`a number of ${extra + 1} bytes where at most 5 are allowed`)
    if (extra === 0) return first
    const from = this.#claim(extra)
    let value = extra === 4 ? 0 : (first & (0xff >> (extra + 1))) << (8 * extra)
    for (let i = 0; i < extra; i += 1) value |= (this.#window[from + i] as number) << (8 * i)
    return value
  }

  /** A signed 64-bit number that takes at least `least` bytes. Numbers beyond 2^53 are refused. */
  varlong(least: number): number {
    const first = this.byte()
    const extra = extraBytes(first)
    const length = least - 1 + extra
    if (length > 8) throw refuse(`a number of ${length + 1} bytes where at most 9 are allowed`)
    const from = this.#claim(length)
    const bytes = Buffer.alloc(9)
    this.#window.copy(bytes, 0, from, from + length)
    bytes[length] = first & (0xff >> (extra === 0 ? 0 : extra))
    const value = bytes.readInt32LE(4) * 0x1_0000_0000 + bytes.readUInt32LE(0)
    if (!Number.isSafeInteger(value)) throw refuse('a number beyond 2^53')
    return value
  }

  /** Exactly `count` bytes. */
  take(count: number): Buffer {
    const from = this.#claim(count)
    return this.#window.subarray(from, from + count)
  }

  /** Waits for the end of the stream, reading messages; refuses further data. */
  async end(): Promise<void> {
    if (this.#at < this.#window.length || (await this.#fill())) throw refuse('data after the end of the transfer')
  }

  /** Reads messages to the end of the stream; data is dropped. */
  async drain(): Promise<void> {
    do this.#at = this.#window.length
    while (await this.#fill())
  }

  async #needRaw(): Promise<boolean> {
    while (this.#rawAt === this.#raw.length) {
      const read = await this.#nextRead()
      if (!read) return false
      this.#raw = read
      this.#rawAt = 0
    }
    return true
  }

  async #rawBytes(count: number): Promise<Buffer | undefined> {
    if (this.#raw.length - this.#rawAt >= count) {
      this.#rawAt += count
      return this.#raw.subarray(this.#rawAt - count, this.#rawAt)
    }
    const parts: Buffer[] = []
    let missing = count
    while (missing > 0) {
      if (!(await this.#needRaw())) return undefined
      const part = this.#raw.subarray(this.#rawAt, this.#rawAt + missing)
      parts.push(part)
      this.#rawAt += part.length
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  /** Adds at least one byte to the window; false at the end of the stream. */
  async #fill(): Promise<boolean> {
    while (this.#framed && this.#dataLeft === 0) {
      const header = await this.#rawBytes(4)
      if (!header) return false
      const word = header.readUInt32LE()
      const tag = (word >>> 24) - tagBase
      const length = word & 0xffffff
      if (tag === messageTags.data) this.#dataLeft = length
      else if (!(await this.#readMessage(tag, length))) return false
    }
    if (!(await this.#needRaw())) return false
    const piece = this.#framed
      ? this.#raw.subarray(this.#rawAt, this.#rawAt + this.#dataLeft)
      : this.#raw.subarray(this.#rawAt)
    this.#rawAt += piece.length
    if (this.#framed) this.#dataLeft -= piece.length
    this.#window = this.#at === this.#window.length ? piece : Buffer.concat([this.#window.subarray(this.#at), piece])
    this.#at = 0
    return true
  }

  async #readMessage(tag: number, length: number): Promise<boolean> {
    if (length > messageLimitBytes) throw refuse(`a message of ${length} bytes (tag ${tag})`)
    const payload = await this.#rawBytes(length)
    if (payload) this.#settings.onMessage(tag, payload)
    return payload !== undefined
  }

  async #mustFill(): Promise<void> {
    if (!(await this.#fill()))
      throw new RsyncFault('ended', 'the server closed the channel in the middle of the transfer')
  }

  #claim(count: number): number {
    const from = this.#at
    if (this.#window.length - from < count) throw bytesRunShort
    this.#at = from + count
    return from
  }
}

/** Thrown inside an attempt when more bytes are needed; never leaves this file. */
const bytesRunShort = new Error('bytes run short')

/** How many bytes follow the first one of a variable-length number (io.c, int_byte_extra). */
function extraBytes(first: number): number {
  if (first < 0x80) return 0
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  if (first < 0xf0) return 3
  if (first < 0xf8) return 4
  return first < 0xfc ? 5 : 6
}

/** One network read at a time; rejects when the server is silent for too long or the signal is aborted. */
function createPatientReads(source: AsyncIterable<Buffer>, { silenceMs, signal }: WireReaderSettings) {
  const iterator = source[Symbol.asyncIterator]()
  return function nextRead(): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error)
      const timer = setTimeout(() => {
        settle()
        reject(new RsyncFault('silent', `the server said nothing for ${Math.round(silenceMs / 1000)} s`))
      }, silenceMs)
      const onAbort = () => {
        settle()
        reject(signal.reason as Error)
      }
      const settle = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      iterator.next().then(
        (read) => {
          settle()
          resolve(read.done ? undefined : read.value)
        },
        (cause: unknown) => {
          settle()
          reject(cause as Error)
        },
      )
    })
  }
}
