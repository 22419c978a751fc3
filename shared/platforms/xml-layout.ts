import { createXmlTokens, type XmlClose, type XmlOpen, type XmlToken } from './xml-tokens.ts'

/** How a document of XML is laid out for comparing. */
export interface XmlLayout {
  /** Elements that say nothing of what a person set, by their names from the outermost on: `config/readonly`. */
  omit: readonly string[]
  /** Attributes that are bookkeeping, whichever element has them. */
  omitAttributes: readonly string[]
  /** Those that are on the outermost element; on another one they are somebody's will. */
  omitRootAttributes: readonly string[]
}

/** Deeper elements are not indented further. */
const deepest = 64

/** A line breaks behind so many characters, and blanks between two tags that are more count as text. */
const lineLength = 64 * 1024

/**
 * Lays XML out as a stream, one element per line, whatever its own lines are: the same document on one line and indented
 * comes out the same. An element that holds only text keeps it byte for byte on its line; blanks between elements go.
 * What is no XML stays as it is, and of what is malformed nothing is lost. Texts are latin1 strings.
 */
export function createXmlLayout({ omit, omitAttributes, omitRootAttributes }: XmlLayout) {
  const tokens = createXmlTokens(take)
  const bookkeeping = new Set(omitAttributes)
  const bookkeepingOfRoot = new Set([...omitAttributes, ...omitRootAttributes])
  const omitted = new Set(omit)
  const omittedNames = new Set(omit.map((path) => path.replace(/.*\//, '')))
  const names: string[] = []
  let out: string[] = []
  let column = 0
  let carriageReturn = ''
  let kind: 'undecided' | 'xml' | 'plain' = 'undecided'
  let ahead = '' // blanks before the first character
  let at: 'break' | 'open' | 'text' | 'loose' = 'break'
  let pending = '' // the opening tag that is not written yet: it may turn out to be empty
  let blanks = '' // behind a tag: text only if more text follows
  let omittedFrom = -1 // the depth of the element that is left out

  function write(text: string): void {
    for (let from = 0; from < text.length;) {
      const lineEnd = text.indexOf('\n', from)
      const to = Math.min(lineEnd < 0 ? text.length : lineEnd + 1, from + lineLength - column)
      out.push(text.slice(from, to))
      column = text[to - 1] === '\n' ? 0 : column + to - from
      if (column === lineLength) {
        out.push('\n')
        column = 0
      }
      from = to
    }
  }

  const indent = (depth: number) => '  '.repeat(Math.min(Math.max(depth, 0), deepest))
  const breakLine = () => (column > 0 ? write('\n') : undefined)

  function take(token: XmlToken): void {
    if (omittedFrom >= 0) {
      if (isOmitted(token)) return
      omittedFrom = -1
    }
    if (token.is === 'open') return open(token)
    if (token.is === 'close') return close(token)
    if (token.is === 'other') return aside(token.source)
    text(token.source)
  }

  /** Up to the closing tag of what is left out; one that closes something else shows that its own is missing. */
  function isOmitted(token: XmlToken): boolean {
    if (token.is === 'open') {
      if (!token.isEmpty) names.push(token.name)
      return true
    }
    if (token.is !== 'close') return true
    if (names.at(-1) !== token.name) {
      names.length = omittedFrom
      return false
    }
    names.pop()
    if (names.length === omittedFrom) omittedFrom = -1
    return true
  }

  function open(tag: XmlOpen): void {
    names.push(tag.name)
    if (omittedNames.has(tag.name) && omitted.has(names.join('/'))) {
      omittedFrom = names.length - 1
      if (!tag.isEmpty) return
      names.pop()
      omittedFrom = -1
      return
    }
    beginLine(names.length - 1)
    pending = `<${tag.name}${attributesIn(tag)}`
    at = 'open'
    if (!tag.isEmpty) return
    write(`${pending}/>\n`)
    names.pop()
    pending = ''
    at = 'break'
  }

  function attributesIn({ name, source }: XmlOpen): string {
    if (source.length <= name.length + 3) return '' // only `>` or `/>` follows
    const rest = source.slice(1 + name.length).replace(/\s*\/?>$/, '')
    const omitted = names.length === 1 ? bookkeepingOfRoot : bookkeeping
    return rest.replace(/\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g, (_whole, attribute: string, value: string) =>
      omitted.has(attribute) ? '' : ` ${attribute}=${value}`,
    )
  }

  /** A line for an element or for what stands beside one. */
  function beginLine(depth: number): void {
    if (at === 'open') write(`${pending}>`)
    blanks = ''
    breakLine()
    write(indent(depth))
  }

  function text(piece: string): void {
    if (at === 'open' || at === 'break') {
      blanks += piece
      if (blanks.trim() === '' && blanks.length < lineLength) return
      const held = blanks
      blanks = ''
      if (at === 'open') {
        write(`${pending}>${held}`)
        at = 'text'
        return
      }
      write(indent(names.length) + held.trimStart())
      at = 'loose'
      return
    }
    write(piece)
  }

  /** Comments and the like. */
  function aside(source: string): void {
    if (at === 'loose') return write(source)
    beginLine(names.length)
    write(source)
    at = 'loose'
  }

  function close({ name, source }: XmlClose): void {
    const tag = source.replace(/\s+>$/, '>')
    const isEmpty = (blanks === '' || blanks.includes('\n')) && names.at(-1) === name
    if (at === 'open') write(isEmpty ? `${pending}/>` : `${pending}>${blanks}${tag}`)
    else if (at === 'text') write(tag)
    else {
      breakLine()
      write(indent(names.length - 1) + tag)
    }
    write('\n')
    names.pop()
    blanks = ''
    at = 'break'
  }

  function give(): string {
    const text = out.join('')
    out = []
    return text
  }

  return {
    push(raw: string): string {
      // XML 1.0 §2.11: a carriage return ends a line, with or without the line feed behind it
      const held = carriageReturn + raw
      carriageReturn = held.endsWith('\r') ? '\r' : ''
      const piece = held.slice(0, held.length - carriageReturn.length)
      if (kind === 'undecided') {
        ahead += piece
        const first = /\S/.exec(ahead)?.[0]
        if (first === undefined) return ''
        kind = first === '<' ? 'xml' : 'plain'
        const all = ahead
        ahead = ''
        return kind === 'xml' ? lay(all) : all
      }
      return kind === 'xml' ? lay(piece) : piece
    },
    end(): string {
      if (kind !== 'xml') return ahead + carriageReturn
      tokens.push(carriageReturn === '' ? '' : '\n')
      tokens.end()
      if (at === 'open') write(`${pending}>${blanks}`)
      return give()
    },
  }

  function lay(piece: string): string {
    tokens.push(piece.includes('\r') ? piece.replace(/\r\n?/g, '\n') : piece)
    return give()
  }
}
