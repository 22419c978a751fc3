import { RubySyntaxError, type Token, tokenize } from './ruby-tokens.ts'

/** A statement: its tokens without those of its block, and the statements of the block. */
export interface Statement {
  line: number
  tokens: Token[]
  block?: Statement[]
}

/** Deepest nesting of blocks. */
const maxDepth = 30

const opening: ReadonlySet<string> = new Set([
  'begin',
  'case',
  'class',
  'def',
  'for',
  'if',
  'module',
  'unless',
  'until',
  'while',
])
const brackets: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 }

/**
 * Returns the statements of a program. Branches such as `else` are statements of the block around them.
 * @throws RubySyntaxError for a text or a block without its end, or too deep nesting
 */
export function parseStatements(text: string): Statement[] {
  return new StatementParser(tokenize(text)).parse()
}

class StatementParser {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Statement[] {
    return this.#readBlock(0)
  }

  /** @param from the token that began the block; absent: the whole program */
  #readBlock(depth: number, from?: Token): Statement[] {
    if (from && depth > maxDepth) throw new RubySyntaxError(from.line, from.column)
    const statements: Statement[] = []
    for (let token = this.#next; token; token = this.#next) {
      if (isEnd(token)) this.#at++
      else if (!isWord(token, 'end')) statements.push(this.#readStatement(depth))
      else {
        this.#at++
        if (from) return statements
      }
    }
    if (from) throw new RubySyntaxError(from.line, from.column)
    return statements
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #readStatement(depth: number): Statement {
    const tokens: Token[] = []
    const block: Statement[] = []
    let hasBlock = false
    let open = 0
    let last: Token | undefined
    for (let token = this.#next; token; token = this.#next) {
      if (open <= 0 && token.kind === 'end' && this.#skipContinuation(last)) continue
      if (open <= 0 && (isWord(token, 'end') || isEnd(token))) break
      this.#at++
      if (token.kind === 'end') continue
      const isOpening = token.kind === 'word' && opening.has(token.text) && (tokens.length === 0 || isOperator(last))
      tokens.push(token)
      last = token
      if (token.kind === 'mark') open += brackets[token.text] ?? 0
      if (!isOpening && !isWord(token, 'do')) continue
      tokens.push(...(isOpening ? this.#readCondition() : this.#readParameters()))
      block.push(...this.#readBlock(depth + 1, token))
      hasBlock = true
      last = undefined
    }
    return { line: tokens[0]?.line ?? 1, tokens, ...(hasBlock && { block }) }
  }

  /** Skips line ends after a comma or an operator, and before a call of the next line. Returns whether there were any. */
  #skipContinuation(last: Token | undefined): boolean {
    let at = this.#at
    while (this.#tokens[at]?.kind === 'end') at++
    const following = this.#tokens[at]
    const isCall = following?.kind === 'mark' && /^&?\.$/.test(following.text)
    const isOpen = last?.kind === 'mark' && /^(?:[,+&|=.]|\|\||&&|<<)$/.test(last.text)
    if (at === this.#at || (!isCall && !isOpen)) return false
    this.#at = at
    return true
  }

  /** Reads what follows a keyword: the rest of its line. */
  #readCondition(): Token[] {
    const condition: Token[] = []
    for (let token = this.#next; token && !isEnd(token); token = this.#next) {
      this.#at++
      if (isWord(token, 'then')) break
      condition.push(token)
    }
    return condition
  }

  /** Reads the names between two bars. */
  #readParameters(): Token[] {
    if (!this.#next || !isMark(this.#next, '|')) return []
    const to = this.#tokens.findIndex((token, at) => at > this.#at && (isMark(token, '|') || token.kind === 'end'))
    const parameters = this.#tokens.slice(this.#at, to + 1)
    this.#at = to + 1
    return parameters
  }
}

/** Whether a token ends a statement. */
function isEnd(token: Token): boolean {
  return token.kind === 'end' || isMark(token, ';')
}

function isWord(token: Token, text: string): boolean {
  return token.kind === 'word' && token.text === text
}

function isMark(token: Token, text: string): boolean {
  return token.kind === 'mark' && token.text === text
}

function isOperator(token: Token | undefined): boolean {
  return token?.kind === 'mark' && !/^[)\]}\d]/.test(token.text)
}
