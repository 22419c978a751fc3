/**
 * XML as it stands, cut into tokens: what follows each other as `source` is what came in, whatever it was. Texts are
 * latin1 strings, one character per byte, so that every byte comes back as it was; nothing is decoded or expanded.
 */
export type XmlToken = XmlOpen | XmlClose | { is: 'text' | 'cdata' | 'other'; source: string }

export interface XmlOpen {
  is: 'open'
  name: string
  source: string
  /** `<name/>`: no closing tag follows. */
  isEmpty: boolean
}

export interface XmlClose {
  is: 'close'
  name: string
  source: string
}

/** What is longer between `<` and `>` is no tag: memory stays bounded. */
const tagLength = 16 * 1024

/** What runs to a mark of its own, given in pieces: CDATA, comments, processing instructions, declarations. */
const sections = [
  { starts: '<![CDATA[', lastLine: ']]>', is: 'cdata' },
  { starts: '<!--', lastLine: '-->', is: 'other' },
  { starts: '<?', lastLine: '?>', is: 'other' },
  { starts: '<!', lastLine: '>', is: 'other' },
] as const

/**
 * Gives tokens as the text comes; memory does not grow with it. Long texts and sections come in pieces. A `<` that
 * begins nothing is text. The tokens of a text are the same however it was cut, but for the pieces.
 */
export function createXmlTokens(give: (token: XmlToken) => void) {
  let rest = ''
  let section: (typeof sections)[number] | undefined

  /** @returns what is left: it can only be told with what follows */
  function walk(text: string, isEnd: boolean): string {
    let at = 0
    while (at < text.length) {
      if (section) {
        const end = text.indexOf(section.lastLine, at)
        const until =
          end >= 0 ? end + section.lastLine.length : isEnd ? text.length : text.length - section.lastLine.length + 1
        if (until > at) give({ is: section.is, source: text.slice(at, until) })
        at = Math.max(at, until)
        if (end < 0) break
        section = undefined
        continue
      }
      const next = text.indexOf('<', at)
      if (next !== at) give({ is: 'text', source: text.slice(at, next < 0 ? undefined : next) })
      if (next < 0) return ''
      at = next
      const begins = beginning(text, at)
      if (begins === 'unknown' && !isEnd) break
      if (typeof begins === 'object') {
        section = begins
        give({ is: section.is, source: section.starts })
        at += section.starts.length
        continue
      }
      const end = begins === 'tag' ? tagEnd(text, at) : noTag
      if (end === undefinedYet && !isEnd) break
      if (end < 0) {
        give({ is: 'text', source: '<' })
        at += 1
        continue
      }
      give(tagOf(text.slice(at, end)))
      at = end
    }
    return text.slice(at)
  }

  return {
    push(text: string): void {
      rest = walk(rest + text, false)
    },
    /** What was begun and not ended is text. */
    end(): void {
      walk(rest, true)
      rest = ''
    },
  }
}

/** Names and values of a tag's attributes, as UTF-8, with references to characters resolved. */
export function attributesOf({ source }: XmlOpen): Map<string, string> {
  const found = source.matchAll(/\s([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map(Array.from(found, ([, name = '', double, single]) => [name, plainText(double ?? single ?? '')]))
}

/** The characters of a piece of text: UTF-8, with the references of XML 1.0 §4.6 and to single characters resolved. */
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

/** Letters, `_`, `:` and the bytes of characters that are none of ASCII. */
function beginsName(character: number): boolean {
  const letter = character | 0x20
  return (
    (letter >= code('a') && letter <= code('z')) ||
    character === code('_') ||
    character === code(':') ||
    character >= 0x80
  )
}

/** Behind the `>` that is outside of quotes. */
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
  if (isClose) return { is: 'close', name, source }
  return { is: 'open', name, source, isEmpty: source.charCodeAt(source.length - 2) === code('/') }
}

function endsName(character: number): boolean {
  return character === code('>') || character === code('/') || character <= 0x20
}
