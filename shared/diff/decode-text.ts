import type { Lines } from './split-lines.ts'

/**
 * UTF-8, byte order mark kept; bytes that are none are read as Latin-1, where each byte is the character of its number,
 * so that different bytes stay different characters.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes)
  } catch {
    return decodeLatin1(bytes)
  }
}

/** Returns a function that decodes single lines of a text, by their number from 0, in the encoding of the whole text. */
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

/** By hand, because the label 'latin1' of TextDecoder is windows-1252 (WHATWG Encoding, section 4.2). */
function decodeLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
