/** A text split into lines. A line includes its '\n', so a last line without one differs from one with it. */
export interface Lines {
  bytes: Uint8Array
  count: number
  /** Start of each line, then the end of the text: `count + 1` offsets. */
  starts: Int32Array
}

/** Splits at '\n' only: '\r', NUL and invalid UTF-8 are content. A string is converted to UTF-8. */
export function splitLines(text: Uint8Array | string): Lines {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const count = countLines(bytes)
  const starts = new Int32Array(count + 1)
  let line = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === newline) starts[++line] = at + 1
  starts[count] = bytes.length
  return { bytes, count, starts }
}

const newline = 10

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === newline) count++
  return bytes.length > 0 && bytes[bytes.length - 1] !== newline ? count + 1 : count
}
