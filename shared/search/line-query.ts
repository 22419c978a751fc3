import { compilePattern } from './compile-pattern.ts'
import { type LineMatcher, createLineMatcher } from './line-matcher.ts'
import { PatternRefused, type PatternNode, parsePattern } from './parse-pattern.ts'
import { requiredLiteral } from './required-literal.ts'

/** What is looked for in lines. */
export interface WantedLine {
  pattern: string
  /** The pattern is a regular expression; otherwise it is found as it stands. */
  regex: boolean
  /** Of ASCII letters. */
  ignoreCase: boolean
}

/** What was wanted, ready to be looked for. */
export interface LineQuery {
  /** Every line that matches holds these bytes, in lower case where case is ignored; null: all lines have to be tried. */
  literal: Buffer | null
  /** Each line that holds the literal matches, and nothing else does. */
  isLiteral: boolean
  ignoreCase: boolean
  matcher: LineMatcher
}

/** Shorter ones stand in most lines, where looking for them only costs. */
const literalAtLeast = 3

/**
 * Reads a pattern: a regular expression in the syntax of ECMAScript that can be decided in one pass over a line, or the
 * text itself.
 * @throws PatternRefused
 */
export function readLineQuery({ pattern, regex, ignoreCase }: WantedLine): LineQuery {
  if (pattern === '') throw new PatternRefused('is_empty')
  if (/[\r\n]/.test(pattern)) throw new PatternRefused('pattern_has_line_end')
  if (!pattern.isWellFormed()) throw new PatternRefused('not_unicode')
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
