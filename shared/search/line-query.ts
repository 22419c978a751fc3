import { compilePattern } from './compile-pattern.ts'
import { type LineMatcher, createLineMatcher } from './line-matcher.ts'
import { UnsupportedPattern, type PatternNode, parsePattern } from './parse-pattern.ts'
import { requiredLiteral } from './required-literal.ts'

/** What to search for in lines. */
export interface WantedLine {
  pattern: string
  /** Whether the pattern is a regular expression; otherwise it is literal. */
  regex: boolean
  /** For ASCII letters. */
  ignoreCase: boolean
}

/** A prepared search. */
export interface LineQuery {
  /** Bytes that every matching line contains, in lower case if case is ignored; null: all lines must be tried. */
  literal: Buffer | null
  /** Whether exactly the lines with the literal match. */
  isLiteral: boolean
  ignoreCase: boolean
  matcher: LineMatcher
}

/** Shorter literals are in most lines, where searching them costs more than it saves. */
const literalAtLeast = 3

/**
 * Parses a pattern: a regular expression in ECMAScript syntax that one pass over a line can match, or a literal.
 * @throws UnsupportedPattern
 */
export function readLineQuery({ pattern, regex, ignoreCase }: WantedLine): LineQuery {
  if (pattern === '') throw new UnsupportedPattern('is_empty')
  if (/[\r\n]/.test(pattern)) throw new UnsupportedPattern('pattern_has_line_end')
  if (!pattern.isWellFormed()) throw new UnsupportedPattern('not_unicode')
  const node = regex ? parsePattern(pattern) : asNode(pattern)
  const isUsable = (code: number) => (ignoreCase ? code < 0x80 : code < 0xd800 || code > 0xdfff)
  const literal = requiredLiteral(node, isUsable)
  const isLiteral = literal === pattern && !regex
  const bytes = Buffer.from(ignoreCase ? literal.toLowerCase() : literal)
  return {
    literal: isLiteral || bytes.length >= literalAtLeast ? bytes : null,
    isLiteral,
    ignoreCase,
    matcher: createLineMatcher(compilePattern(node, ignoreCase)),
  }
}

function asNode(text: string): PatternNode {
  const parts = Array.from({ length: text.length }, (_, at): PatternNode => {
    const code = text.charCodeAt(at)
    return { kind: 'set', ranges: [[code, code]] }
  })
  return { kind: 'sequence', parts }
}
