/**
 * UTF-8, byte order mark kept; bytes that are none are read as Latin-1, where each byte is the character of its number,
 * so that different bytes stay different characters.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return decodeLatin1(bytes)
  }
}

/** By hand, because the label 'latin1' of TextDecoder is windows-1252 (WHATWG Encoding, section 4.2). */
function decodeLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
