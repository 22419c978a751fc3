import type { StringStream } from '@codemirror/language'

/** Reads a value at the stream's position, as all configuration languages here have it; null for plain words. */
export function readValue(stream: StringStream): string | null {
  if (stream.match(/<volatile>/)) return 'meta'
  if (stream.match(/(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?![\w.])/)) return 'number'
  if (stream.match(/(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:\/\d{1,3})?(?![\w:])/i)) return 'number'
  if (stream.match(/-?\d[\d.,]*(?:\/\d+)*(?![\w-])/)) return 'number'
  if (stream.match(/[^\s"';{}[\],<]+/)) return null
  stream.next()
  return null
}

/** Parsing state of a multi-line quoted text: the character that ends it. */
export interface Quoting {
  quote: string | null
}

/** Reads to the end of a quoted text or of the line. */
export function readQuoted(stream: StringStream, state: Quoting): string {
  for (let sign = stream.next(); sign; sign = stream.next()) {
    if (sign === '\\') stream.next()
    else if (sign === state.quote) {
      state.quote = null
      break
    }
  }
  return 'string'
}
