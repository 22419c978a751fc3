import { createXmlTokens, type XmlClose, type XmlOpen, type XmlToken } from './xml-tokens.ts'

/** How an XML document is formatted for comparison. */
export interface XmlLayout {
  /** Elements that are not configuration, by names from the root: `config/readonly`. */
  omit: readonly string[]
  /** Attributes of any element that are not configuration. */
  omitAttributes: readonly string[]
  /** Attributes that are not configuration on the root element only. */
  omitRootAttributes: readonly string[]
}

/** Maximum indentation in levels. */
const maxIndent = 64

/** Characters after which a line breaks. White space of this length between two tags counts as text. */
const lineLength = 64 * 1024

/**
 * Formats XML as a stream, one element per line, independent of the line breaks of the input: the same document on one
 * line and indented produces the same output. An element that contains only text keeps it byte for byte on its line;
 * white space between elements is removed. Other content is returned unchanged, and nothing of malformed XML is lost.
 * Texts are latin1 strings.
 */
export function createXmlLayout(layout: XmlLayout) {
  const writer = new LayoutWriter(layout)
  const tokens = createXmlTokens((token) => writer.take(token))
  let carriageReturn = ''
  let kind: 'undecided' | 'xml' | 'plain' = 'undecided'
  let ahead = '' // white space before the first character

  function lay(piece: string): string {
    tokens.push(piece.includes('\r') ? piece.replace(/\r\n?/g, '\n') : piece)
    return writer.flush()
  }

  return {
    push(raw: string): string {
      // XML 1.0 §2.11: a carriage return ends a line, with or without a line feed after it
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
      writer.end()
      return writer.flush()
    },
  }
}

/** Writes tokens one element per line, without the elements and attributes that the layout omits. */
class LayoutWriter {
  readonly #attributes: ReadonlySet<string>
  readonly #rootAttributes: ReadonlySet<string>
  readonly #paths: ReadonlySet<string>
  readonly #pathEnds: ReadonlySet<string>
  readonly #names: string[] = []
  /** Depth of the omitted element; -1 outside of one. */
  #omittedFrom = -1
  /** The last output. `loose` is text or a comment beside elements. */
  #at: 'break' | 'open' | 'text' | 'loose' = 'break'
  /** An opening tag that is not written yet: its element may be empty. */
  #pending = ''
  /** White space after a tag: text only if more text follows. */
  #blanks = ''
  #out: string[] = []
  #column = 0

  constructor({ omit, omitAttributes, omitRootAttributes }: XmlLayout) {
    this.#attributes = new Set(omitAttributes)
    this.#rootAttributes = new Set([...omitAttributes, ...omitRootAttributes])
    this.#paths = new Set(omit)
    this.#pathEnds = new Set(omit.map((path) => path.replace(/.*\//, '')))
  }

  take(token: XmlToken): void {
    if (this.#omittedFrom >= 0) {
      if (this.#isOmitted(token)) return
      this.#omittedFrom = -1
    }
    if (token.kind === 'open') this.#open(token)
    else if (token.kind === 'close') this.#close(token)
    else if (token.kind === 'other') this.#writeAside(token.source)
    else this.#writeText(token.source)
  }

  /** Writes the tag that the end of the document leaves open. */
  end(): void {
    if (this.#at === 'open') this.#write(`${this.#pending}>${this.#blanks}`)
  }

  /** Returns what was written since the last call. */
  flush(): string {
    const text = this.#out.join('')
    this.#out = []
    return text
  }

  /**
   * Returns whether a token belongs to the omitted element. A closing tag of another element shows that its own is
   * missing.
   */
  #isOmitted(token: XmlToken): boolean {
    if (token.kind === 'open') {
      if (!token.isEmpty) this.#names.push(token.name)
      return true
    }
    if (token.kind !== 'close') return true
    if (this.#names.at(-1) !== token.name) {
      this.#names.length = this.#omittedFrom
      return false
    }
    this.#names.pop()
    if (this.#names.length === this.#omittedFrom) this.#omittedFrom = -1
    return true
  }

  #open(tag: XmlOpen): void {
    const names = this.#names
    names.push(tag.name)
    if (this.#pathEnds.has(tag.name) && this.#paths.has(names.join('/'))) {
      if (tag.isEmpty) names.pop()
      else this.#omittedFrom = names.length - 1
      return
    }
    this.#beginLine(names.length - 1)
    this.#pending = `<${tag.name}${this.#keptAttributes(tag)}`
    this.#at = 'open'
    if (!tag.isEmpty) return
    this.#write(`${this.#pending}/>\n`)
    names.pop()
    this.#pending = ''
    this.#at = 'break'
  }

  #keptAttributes({ name, source }: XmlOpen): string {
    if (source.length <= name.length + 3) return '' // only `>` or `/>` follows
    const rest = source.slice(1 + name.length).replace(/\s*\/?>$/, '')
    const omitted = this.#names.length === 1 ? this.#rootAttributes : this.#attributes
    return rest.replace(/\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g, (_whole, attribute: string, value: string) =>
      omitted.has(attribute) ? '' : ` ${attribute}=${value}`,
    )
  }

  #close({ name, source }: XmlClose): void {
    const tag = source.replace(/\s+>$/, '>')
    const isEmpty = (this.#blanks === '' || this.#blanks.includes('\n')) && this.#names.at(-1) === name
    if (this.#at === 'open') this.#write(isEmpty ? `${this.#pending}/>` : `${this.#pending}>${this.#blanks}${tag}`)
    else if (this.#at === 'text') this.#write(tag)
    else {
      this.#breakLine()
      this.#write(indent(this.#names.length - 1) + tag)
    }
    this.#write('\n')
    this.#names.pop()
    this.#blanks = ''
    this.#at = 'break'
  }

  #writeText(piece: string): void {
    if (this.#at === 'text' || this.#at === 'loose') return this.#write(piece)
    this.#blanks += piece
    if (this.#blanks.trim() === '' && this.#blanks.length < lineLength) return
    const held = this.#blanks
    this.#blanks = ''
    if (this.#at === 'open') {
      this.#write(`${this.#pending}>${held}`)
      this.#at = 'text'
      return
    }
    this.#write(indent(this.#names.length) + held.trimStart())
    this.#at = 'loose'
  }

  /** Writes a comment or section on its own line, unless text precedes it. */
  #writeAside(source: string): void {
    if (this.#at !== 'loose') this.#beginLine(this.#names.length)
    this.#write(source)
    this.#at = 'loose'
  }

  #beginLine(depth: number): void {
    if (this.#at === 'open') this.#write(`${this.#pending}>`)
    this.#blanks = ''
    this.#breakLine()
    this.#write(indent(depth))
  }

  #breakLine(): void {
    if (this.#column > 0) this.#write('\n')
  }

  #write(text: string): void {
    for (let from = 0; from < text.length;) {
      const lineEnd = text.indexOf('\n', from)
      const to = Math.min(lineEnd < 0 ? text.length : lineEnd + 1, from + lineLength - this.#column)
      this.#out.push(text.slice(from, to))
      this.#column = text[to - 1] === '\n' ? 0 : this.#column + to - from
      if (this.#column === lineLength) {
        this.#out.push('\n')
        this.#column = 0
      }
      from = to
    }
  }
}

function indent(depth: number): string {
  return '  '.repeat(Math.min(Math.max(depth, 0), maxIndent))
}
