import type { Lines } from './split-lines.ts'

/**
 * Decodes UTF-8 and keeps a byte order mark. Bytes that are not valid UTF-8 are decoded as Latin-1, so that different
 * bytes remain different characters.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes)
  } catch {
    return decodeLatin1(bytes)
  }
}

/** Returns a function that decodes single lines by number, from 0, in the encoding of the whole text. */
export function createLineDecoder({ bytes, starts }: Lines): (line: number) => string {
  const decode = isUtf8(bytes) ? decodeUtf8 : decodeLatin1
  return (line) => decode(bytes.subarray(starts[line], starts[line + 1]))
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    decodeUtf8(bytes)
    return true
  } catch {
    return false
  }
}

/** @throws TypeError for bytes that are not UTF-8 */
function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** Not TextDecoder, whose label 'latin1' means windows-1252 (WHATWG Encoding, section 4.2). */
function decodeLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
