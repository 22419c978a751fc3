/** Content type of stored text. */
export const textType = 'text/plain; charset=utf-8'
export const bytesType = 'application/octet-stream'

/** Whether all of it is UTF-8 without NUL; stops at the first other byte. */
export async function isText(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of pieces) {
      if (piece.includes(0)) return false
      decoder.decode(piece, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Yields the text up to and including the end of line number `lines`. */
export async function* firstLines(pieces: AsyncIterable<Buffer>, lines: number): AsyncGenerator<Buffer> {
  let left = lines
  for await (const piece of pieces) {
    let at = 0
    while (left > 0) {
      const end = piece.indexOf(0x0a, at)
      if (end < 0) break
      at = end + 1
      left--
    }
    yield left > 0 ? piece : piece.subarray(0, at)
    if (left === 0) return
  }
}
