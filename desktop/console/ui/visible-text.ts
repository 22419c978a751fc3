export interface TextPart {
  text: string
  /** Stands for a character that would not be seen, or that would turn the text round. */
  isStandIn: boolean
}

/** Control characters, those that turn a text round, and those without width. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** What a device said, cut where characters would not be seen: `^[` for escape, `<U+202E>` for what turns a text round. */
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

/** The same as one text, for places that hold nothing but text: options of a choice, hints. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('')
}

/** The same where an end of line would end something else: the head of a patch, the title of a notification. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/[\t\n\r]+/g, ' '))
}

/** Caret notation as terminals have it, code points for the rest. */
function standIn(code: number): string {
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`
  if (code === 0x7f) return '^?'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
