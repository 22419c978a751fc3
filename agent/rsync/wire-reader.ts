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

/** The longest message, other than file data, that is taken: real ones are single lines. */
const messageLimitBytes = 64 * 1024

/** Frame headers carry 7 + tag in their high byte. */
const tagBase = 7

export interface WireReaderSettings {
  /** how long the far end may say nothing while we wait for it */
  silenceMs: number
  /** ends every wait with the signal's reason */
  signal: AbortSignal
  /** every message that is no data, in the order sent; they may overtake data that is not read yet */
  onMessage: (tag: number, payload: Buffer) => void
}

/**
 * Reads what an rsync server says. The plain reads (`byte`, `int32`, `varint`, ...) may only be used inside `attempt`,
 * which runs them as one transaction: when bytes run short everything is undone and tried again once more has come.
 * Nothing is read ahead but what one network read brought, so memory stays bounded however the far end frames its bytes.
 */
export interface WireReader {
  /** From now on the stream consists of frames. */
  startFrames(): void
  attempt<T>(parse: () => T): Promise<T>
  /** At least one and at most `most` bytes, as they come; the buffer may share memory with the network read. */
  some(most: number): Promise<Buffer>
  byte(): number
  int32(): number
  /** An int32 in 1 to 5 bytes. */
  varint(): number
  /** A signed 64-bit number that takes at least `least` bytes. Numbers beyond 2^53 are refused. */
  varlong(least: number): number
  /** Exactly `count` bytes. */
  take(count: number): Buffer
  /** Waits for the end of the stream, reading messages; refuses further data. */
  end(): Promise<void>
  /** Reads to the end of the stream for the sake of the messages; data is dropped. */
  drain(): Promise<void>
}

/** A reader over the bytes that `source` yields. It begins unframed: the greeting comes before the first frame. */
export function createWireReader(source: AsyncIterable<Buffer>, settings: WireReaderSettings): WireReader {
  const nextRead = createPatientReads(source, settings)
  let raw: Buffer = Buffer.alloc(0) // one network read, and how far it is taken apart
  let rawAt = 0
  let framed = false
  let dataLeft = 0 // of the data frame that is being read
  let window: Buffer = Buffer.alloc(0) // stream bytes at hand
  let at = 0

  async function needRaw(): Promise<boolean> {
    while (rawAt === raw.length) {
      const read = await nextRead()
      if (!read) return false
      raw = read
      rawAt = 0
    }
    return true
  }

  async function rawBytes(count: number): Promise<Buffer | undefined> {
    if (raw.length - rawAt >= count) {
      rawAt += count
      return raw.subarray(rawAt - count, rawAt)
    }
    const parts: Buffer[] = []
    let missing = count
    while (missing > 0) {
      if (!(await needRaw())) return undefined
      const part = raw.subarray(rawAt, rawAt + missing)
      parts.push(part)
      rawAt += part.length
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  /** Adds at least one byte to the window; false at the end of the stream. */
  async function fill(): Promise<boolean> {
    while (framed && dataLeft === 0) {
      const header = await rawBytes(4)
      if (!header) return false
      const word = header.readUInt32LE()
      const tag = (word >>> 24) - tagBase
      const length = word & 0xffffff
      if (tag === messageTags.data) dataLeft = length
      else if (!(await readMessage(tag, length))) return false
    }
    if (!(await needRaw())) return false
    const piece = framed ? raw.subarray(rawAt, rawAt + dataLeft) : raw.subarray(rawAt)
    rawAt += piece.length
    if (framed) dataLeft -= piece.length
    window = at === window.length ? piece : Buffer.concat([window.subarray(at), piece])
    at = 0
    return true
  }

  async function readMessage(tag: number, length: number): Promise<boolean> {
    if (length > messageLimitBytes) throw refuse(`a message of ${length} bytes (tag ${tag})`)
    const payload = await rawBytes(length)
    if (payload) settings.onMessage(tag, payload)
    return payload !== undefined
  }

  async function mustFill(): Promise<void> {
    if (!(await fill())) throw new RsyncFault('ended', 'the server closed the channel in the middle of the transfer')
  }

  function claim(count: number): number {
    const from = at
    if (window.length - from < count) throw bytesRunShort
    at = from + count
    return from
  }

  const reader: WireReader = {
    startFrames() {
      framed = true
      // Bytes that came with the greeting's read belong to the first frame.
      raw = Buffer.concat([window.subarray(at), raw.subarray(rawAt)])
      rawAt = 0
      window = Buffer.alloc(0)
      at = 0
    },
    async attempt(parse) {
      for (;;) {
        const mark = at
        try {
          return parse()
        } catch (cause) {
          if (cause !== bytesRunShort) throw cause
          at = mark
          await mustFill()
        }
      }
    },
    async some(most) {
      if (at === window.length) await mustFill()
      const from = at
      at = Math.min(window.length, at + most)
      return window.subarray(from, at)
    },
    byte: () => window[claim(1)] as number,
    int32: () => window.readInt32LE(claim(4)),
    varint() {
      const first = reader.byte()
      const extra = extraBytes(first)
      if (extra > 4) throw refuse(`a number of ${extra + 1} bytes where at most 5 are allowed`)
      if (extra === 0) return first
      const from = claim(extra)
      let value = extra === 4 ? 0 : (first & (0xff >> (extra + 1))) << (8 * extra)
      for (let i = 0; i < extra; i += 1) value |= (window[from + i] as number) << (8 * i)
      return value
    },
    varlong(least) {
      const first = reader.byte()
      const extra = extraBytes(first)
      const length = least - 1 + extra
      if (length > 8) throw refuse(`a number of ${length + 1} bytes where at most 9 are allowed`)
      const from = claim(length)
      const bytes = Buffer.alloc(9)
      window.copy(bytes, 0, from, from + length)
      bytes[length] = first & (0xff >> (extra === 0 ? 0 : extra))
      const value = bytes.readInt32LE(4) * 0x1_0000_0000 + bytes.readUInt32LE(0)
      if (!Number.isSafeInteger(value)) throw refuse('a number beyond 2^53')
      return value
    },
    take(count) {
      const from = claim(count)
      return window.subarray(from, from + count)
    },
    async end() {
      if (at < window.length || (await fill())) throw refuse('data after the end of the transfer')
    },
    async drain() {
      do at = window.length
      while (await fill())
    },
  }
  return reader
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

/** One network read at a time; rejects when the far end is silent for too long or the signal fires. */
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
