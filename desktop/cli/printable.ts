/**
 * Makes untrusted text safe for a terminal. Characters that move the cursor, change colours, set the title or change
 * the writing direction are shown as `^[` or `<U+202E>`. Line ends and tabs are not changed.
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(commands, shown)
}

/** As `printable`, for a table cell or a log line, which must be a single line. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\t\n]+/g, ' ')
}

const commands = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu

function shown(character: string): string {
  const code = character.codePointAt(0)!
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`
  if (code === 0x7f) return '^?'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
