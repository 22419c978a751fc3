/** A token of Ruby, as far as simple models need it. */
export interface Token {
  kind: 'word' | 'symbol' | 'string' | 'regex' | 'mark' | 'end'
  /** The name, the content of a string or a pattern, or the characters of a mark; '' for the end of a line. */
  text: string
  /** Of a pattern: `i`, `m`, `x`. */
  flags: string
  /** Whether code is within a string or a pattern. */
  isComputed: boolean
  line: number
  column: number
}

/** A string, a pattern or a list without its end. */
export class RubySyntaxError extends Error {
  readonly line: number
  readonly column: number

  constructor(line: number, column: number) {
    super(`line ${line}, column ${column}`)
    this.line = line
    this.column = column
  }
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', e: '\u001b', s: ' ', '0': '\0', b: '\b' }

/** Splits the text of a program. It understands no code: it finds where texts, patterns and comments begin and end. */
export function tokenize(text: string): Token[] {
  return new RubyLexer(text).tokens()
}

class RubyLexer {
  readonly #text: string
  readonly #tokens: Token[] = []
  #at = 0
  #line = 1
  #lineStart = 0

  constructor(text: string) {
    this.#text = text.replaceAll('\r\n', '\n')
  }

  tokens(): Token[] {
    while (this.#at < this.#text.length) this.#readToken()
    this.#add('end', '')
    return this.#tokens
  }

  #readToken(): void {
    const rest = this.#text.slice(this.#at, this.#at + 200)
    const char = rest[0] ?? ''
    if (char === '\n') {
      this.#add('end', '')
      return this.#skip(1)
    }
    if (this.#column === 1 && rest.startsWith('=begin')) return this.#skipTo(/^=end.*$/m)
    if (char === '#') return this.#skipTo(/(?=\n)/)
    const blank = /^[ \t\r]+|^\\\n/.exec(rest)
    if (blank) return this.#skip(blank[0].length)
    const label = /^([A-Za-z_]\w*[?!]?):(?!:)/.exec(rest)
    if (label) return this.#take('symbol', label[1]!, label[0].length)
    const word = /^[A-Za-z_@$][\w@]*[?!]?/.exec(rest)
    if (word) return this.#take('word', word[0])
    const symbol = /^:([A-Za-z_]\w*[?!=]?)/.exec(rest)
    if (symbol) return this.#take('symbol', symbol[1]!, symbol[0].length)
    const number = /^\d[\w.]*\w|^\d/.exec(rest)
    if (number) return this.#take('mark', number[0])
    const percent = /^%([wWiIqQr]?)([^\w\s])/.exec(rest)
    if (percent && (percent[1] !== '' || this.#beginsTerm())) return this.#readPercent(percent[1]!, percent[2]!)
    if (char === "'" || char === '"' || char === '`') return this.#readText('string', char, char, 1, char !== "'")
    if (char === '/' && this.#beginsTerm()) return this.#readText('regex', '/', '/', 1, true)
    if (/^<<[-~]["']?[A-Za-z_]/.test(rest)) throw new RubySyntaxError(this.#line, this.#column) // a text of several lines
    const mark = /^(?:<<[-~]?|&\.|[-+*/%=!<>&|~^]=?[>~=]?|\.{1,3}|::|[^\w\s])/.exec(rest)?.[0] ?? char
    this.#take('mark', mark)
  }

  get #column(): number {
    return this.#at - this.#lineStart + 1
  }

  /** Whether a term can begin here, so that `/` is no division: after an operator, or between a word with a blank and none. */
  #beginsTerm(): boolean {
    const last = this.#tokens.at(-1)
    if (!last || last.kind === 'end') return true
    if (last.kind === 'mark') return !/^[)\]}\d]/.test(last.text)
    const isAfterBlank = /\s/.test(this.#text[this.#at - 1] ?? '')
    return last.kind === 'word' && isAfterBlank && !/\s/.test(this.#text[this.#at + 1] ?? ' ')
  }

  #readPercent(kind: string, open: string): void {
    const isPattern = kind === 'r'
    this.#readText(isPattern ? 'regex' : 'string', open, pairs[open] ?? open, 1 + kind.length + 1, !/[wiq]/.test(kind))
  }

  /** @param skip length of what precedes the content */
  #readText(kind: 'string' | 'regex', open: string, close: string, skip: number, isRich: boolean): void {
    const token = { line: this.#line, column: this.#column }
    let at = this.#at + skip
    let depth = 0
    let content = ''
    let isComputed = false
    for (; ; at++) {
      const char = this.#text[at]
      if (char === undefined) throw new RubySyntaxError(token.line, token.column)
      if (char === '\\') {
        const next = this.#text[++at] ?? ''
        content += kind === 'regex' ? this.#keptEscape(next, close) : unescaped(next, isRich, close)
        continue
      }
      if (isRich && char === '#' && this.#text[at + 1] === '{') isComputed = true
      if (open !== close && char === open) depth++
      if (char === close && depth-- === 0) break
      content += char
    }
    const flags = kind === 'regex' ? (/^[imxounse]*/.exec(this.#text.slice(at + 1, at + 8))?.[0] ?? '') : ''
    this.#tokens.push({ kind, text: content, flags, isComputed, ...token })
    this.#skip(at + 1 + flags.length - this.#at)
  }

  /** A pattern keeps its escapes, except that of its own end. */
  #keptEscape(next: string, close: string): string {
    return next === close && close === '/' ? '/' : `\\${next}`
  }

  #take(kind: Token['kind'], text: string, length = text.length): void {
    this.#add(kind, text)
    this.#skip(length)
  }

  #add(kind: Token['kind'], text: string): void {
    this.#tokens.push({ kind, text, flags: '', isComputed: false, line: this.#line, column: this.#column })
  }

  #skip(length: number): void {
    for (const end = this.#at + length; this.#at < end; this.#at++)
      if (this.#text[this.#at] === '\n') {
        this.#line++
        this.#lineStart = this.#at + 1
      }
  }

  #skipTo(pattern: RegExp): void {
    const found = pattern.exec(this.#text.slice(this.#at))
    this.#skip(found ? found.index + found[0].length : this.#text.length - this.#at)
  }
}

function unescaped(next: string, isRich: boolean, close: string): string {
  if (!isRich) return next === close || next === '\\' ? next : `\\${next}`
  return escapes[next] ?? next
}
