/** Longest message; RFC 5424, section 6.1, requires 2,048 bytes. Longer ones are cut. */
const maxBytes = 8_192

/** Longest length of a frame in digits. */
const maxDigits = 5

/**
 * Splits a stream into syslog messages: by their lengths (RFC 6587, section 3.4.1), or by line feeds (section 3.4.2). The
 * first byte of each message decides.
 */
export function createSyslogFrames(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0)
  let skip = 0
  let isCut = false

  /** Returns the number of bytes that were read; 0 if the message is incomplete. */
  function readOne(bytes: Buffer): number {
    if (bytes[0] !== undefined && bytes[0] >= 0x31 && bytes[0] <= 0x39) {
      const blank = bytes.subarray(0, maxDigits + 1).indexOf(0x20)
      const digits = blank > 0 ? bytes.toString('latin1', 0, blank) : ''
      if (/^\d+$/.test(digits)) {
        const length = Number(digits)
        const end = blank + 1 + length
        if (length > maxBytes) {
          if (bytes.length < blank + 1 + maxBytes) return 0
          onMessage(bytes.subarray(blank + 1, blank + 1 + maxBytes))
          skip = length - maxBytes
          return blank + 1 + maxBytes
        }
        if (bytes.length < end) return 0
        onMessage(bytes.subarray(blank + 1, end))
        return end
      }
      if (blank === -1 && bytes.length <= maxDigits) return 0
    }
    const feed = bytes.indexOf(0x0a)
    if (feed === -1 && bytes.length < maxBytes) return 0
    const end = feed === -1 ? maxBytes : Math.min(feed, maxBytes)
    if (!isCut && end > 0) onMessage(bytes.subarray(0, end))
    isCut = feed === -1 || feed > maxBytes
    return isCut ? end : feed + 1
  }

  return (chunk) => {
    let bytes = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
    for (;;) {
      const skipped = Math.min(skip, bytes.length)
      skip -= skipped
      bytes = bytes.subarray(skipped)
      const read = bytes.length > 0 ? readOne(bytes) : 0
      if (read === 0) break
      bytes = bytes.subarray(read)
    }
    pending = Buffer.from(bytes)
  }
}
