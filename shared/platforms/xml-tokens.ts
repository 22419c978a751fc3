/**
 * XML tokens: their `source` in order is the input, valid or not. Texts are latin1 strings, one character per byte, so
 * that every byte is preserved; nothing is decoded or expanded.
 */
export type XmlToken = XmlOpen | XmlClose | { kind: 'text' | 'cdata' | 'other'; source: string }

export interface XmlOpen {
  kind: 'open'
  name: string
  source: string
  /** `<name/>`: no closing tag follows. */
  isEmpty: boolean
}

export interface XmlClose {
  kind: 'close'
  name: string
  source: string
}

/** Longer text between `<` and `>` is not a tag, to bound memory. */
const tagLength = 16 * 1024

/** Sections with their own end mark, emitted in pieces: CDATA, comments, processing instructions, declarations. */
const sections = [
  { starts: '<![CDATA[', lastLine: ']]>', kind: 'cdata' },
  { starts: '<!--', lastLine: '-->', kind: 'other' },
  { starts: '<?', lastLine: '?>', kind: 'other' },
  { starts: '<!', lastLine: '>', kind: 'other' },
] as const

/**
 * Emits tokens as the text arrives, in bounded memory. Long texts and sections are emitted in pieces. A `<` that begins
 * no token is text. Except for the pieces, tokens do not depend on how the text is split.
 */
export function createXmlTokens(emit: (token: XmlToken) => void) {
  let rest = ''
  let section: (typeof sections)[number] | undefined

  /** Returns the rest, which needs more input. */
  function walk(text: string, isEnd: boolean): string {
    let at = 0
    while (at < text.length) {
      if (section) {
        const end = text.indexOf(section.lastLine, at)
        const until =
          end >= 0 ? end + section.lastLine.length : isEnd ? text.length : text.length - section.lastLine.length + 1
        if (until > at) emit({ kind: section.kind, source: text.slice(at, until) })
        at = Math.max(at, until)
        if (end < 0) break
        section = undefined
        continue
      }
      const next = text.indexOf('<', at)
      if (next !== at) emit({ kind: 'text', source: text.slice(at, next < 0 ? undefined : next) })
      if (next < 0) return ''
      at = next
      const begins = beginning(text, at)
      if (begins === 'unknown' && !isEnd) break
      if (typeof begins === 'object') {
        section = begins
        emit({ kind: section.kind, source: section.starts })
        at += section.starts.length
        continue
      }
      const end = begins === 'tag' ? tagEnd(text, at) : noTag
      if (end === undefinedYet && !isEnd) break
      if (end < 0) {
        emit({ kind: 'text', source: '<' })
        at += 1
        continue
      }
      emit(tagOf(text.slice(at, end)))
      at = end
    }
    return text.slice(at)
  }

  return {
    push(text: string): void {
      rest = walk(rest + text, false)
    },
    /** An incomplete token at the end is text. */
    end(): void {
      walk(rest, true)
      rest = ''
    },
  }
}

/** Returns names and values of a tag's attributes, as UTF-8, with character references resolved. */
export function attributesOf({ source }: XmlOpen): Map<string, string> {
  const found = source.matchAll(/\s([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map(Array.from(found, ([, name = '', double, single]) => [name, plainText(double ?? single ?? '')]))
}

/** Returns a piece of text as UTF-8, with the references of XML 1.0 §4.6 and character references resolved. */
export function plainText(source: string): string {
  const text = Buffer.from(source, 'latin1').toString('utf8')
  return text.replace(/&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));/g, (whole, decimal, hex, name: string) => {
    if (name !== undefined) return predefined[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const code = (character: string) => character.charCodeAt(0)
const noTag = -1
const undefinedYet = -2

function beginning(text: string, at: number): 'tag' | 'text' | 'unknown' | (typeof sections)[number] {
  if (at + 1 >= text.length) return 'unknown'
  const character = text.charCodeAt(at + 1)
  if (character === code('!') || character === code('?')) {
    const found = sections.find(({ starts }) => text.startsWith(starts, at))
    const left = text.length - at
    const longer = sections.find(({ starts }) => starts.length > left && starts.startsWith(text.slice(at)))
    return longer ? 'unknown' : (found ?? 'text')
  }
  if (character !== code('/')) return beginsName(character) ? 'tag' : 'text'
  if (at + 2 >= text.length) return 'unknown'
  return beginsName(text.charCodeAt(at + 2)) ? 'tag' : 'text'
}

/** Letters, `_`, `:` and non-ASCII bytes. */
function beginsName(character: number): boolean {
  const letter = character | 0x20
  return (
    (letter >= code('a') && letter <= code('z')) ||
    character === code('_') ||
    character === code(':') ||
    character >= 0x80
  )
}

/** Returns the position after the `>` outside of quotes. */
function tagEnd(text: string, at: number): number {
  const last = Math.min(text.length, at + tagLength)
  let quote = 0
  for (let to = at + 1; to < last; to++) {
    const character = text.charCodeAt(to)
    if (quote !== 0) {
      if (character === quote) quote = 0
    } else if (character === code('"') || character === code("'")) quote = character
    else if (character === code('>')) return to + 1
    else if (character === code('<')) return noTag
  }
  return text.length - at >= tagLength ? noTag : undefinedYet
}

function tagOf(source: string): XmlToken {
  const isClose = source.charCodeAt(1) === code('/')
  const begin = isClose ? 2 : 1
  let end = begin
  while (!endsName(source.charCodeAt(end))) end += 1
  const name = source.slice(begin, end)
  if (isClose) return { kind: 'close', name, source }
  return { kind: 'open', name, source, isEmpty: source.charCodeAt(source.length - 2) === code('/') }
}

function endsName(character: number): boolean {
  return character === code('>') || character === code('/') || character <= 0x20
}
