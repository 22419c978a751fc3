export interface TextPart {
  text: string
  /** Whether it replaces an invisible character, or one that changes the writing direction. */
  isStandIn: boolean
}

/** Control characters, those that change the writing direction, and those without width. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * Splits device text at invisible characters: `^[` for escape, `<U+202E>` for one that changes the writing direction.
 */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let plain = ''
  for (const character of text) {
    if (character === '\t' || character === '\n' || !unseen.test(character)) {
      plain += character
      continue
    }
    if (plain) parts.push({ text: plain, isStandIn: false })
    plain = ''
    parts.push({ text: standIn(character.codePointAt(0) ?? 0), isStandIn: true })
  }
  if (plain) parts.push({ text: plain, isStandIn: false })
  return parts
}

/** Returns the same as one text, for options and hints. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('')
}

/** Returns the same without line ends, for the header of a patch or the title of a notification. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/[\t\n\r]+/g, ' '))
}

/** Caret notation as in terminals, code points for the rest. */
function standIn(code: number): string {
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`
  if (code === 0x7f) return '^?'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
