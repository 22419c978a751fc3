/**
 * Text of others, for a terminal: what would move the cursor, change colours, write into the title or turn the direction
 * of writing is shown as `^[` or `<U+202E>` instead. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(commands, shown)
}

/** The same for a cell of a table or a line of a log, which is one line. */
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
