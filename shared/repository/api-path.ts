/**
 * Returns the bytes of a path as text of the API: UTF-8 unchanged; `%`, control characters and all bytes that are not
 * valid UTF-8 as `%XX`. `parseApiPath` returns exactly the same bytes.
 */
export function formatApiPath(path: Uint8Array): string {
  const bytes = Buffer.from(path.buffer, path.byteOffset, path.length)
  let text = ''
  let plainFrom = 0
  for (let at = 0; at < bytes.length;) {
    const length = plainLength(bytes, at)
    if (length === 0) {
      const escaped = bytes[at]!.toString(16).toUpperCase().padStart(2, '0')
      text += `${bytes.toString('utf8', plainFrom, at)}%${escaped}`
      plainFrom = at + 1
    }
    at += length || 1
  }
  return text + bytes.toString('utf8', plainFrom)
}

/**
 * Returns the bytes that a text of the API encodes; any byte may be written as `%XX`.
 * @throws RangeError for a `%` without two hexadecimal digits, or a lone surrogate
 */
export function parseApiPath(text: string): Buffer {
  if (!text.isWellFormed()) throw new RangeError('the path is not valid Unicode')
  const [plain, ...escaped] = text.split('%')
  const parts = [Buffer.from(plain!)]
  for (const part of escaped) {
    if (!/^[0-9a-fA-F]{2}/.test(part)) throw new RangeError('% must be followed by two hexadecimal digits')
    parts.push(Buffer.from(part.slice(0, 2), 'hex'), Buffer.from(part.slice(2)))
  }
  return Buffer.concat(parts)
}

/** Returns the length of the character at a position that needs no escape; 0 if the byte there must be escaped. */
function plainLength(bytes: Buffer, at: number): number {
  const first = bytes[at]!
  if (first < 0x80) return first < 0x20 || first === 0x7f || first === 0x25 ? 0 : 1
  const length =
    first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0
  if (length === 0 || at + length > bytes.length) return 0
  for (let i = 1; i < length; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return 0
  const second = bytes[at + 1]!
  const [least, most] = secondByteOf[first] ?? [0x80, 0xbf]
  return second >= least && second <= most ? length : 0
}

/** Unicode 16, table 3-7: after these first bytes the second one is narrower (no overlong forms, no surrogates). */
const secondByteOf: Record<number, [number, number]> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
}
