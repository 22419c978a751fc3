import { maskElement, maskMembers } from './named-values.ts'
import { type NamedValues, type OpenValue, type Span, endOfQuoted } from './quoted-values.ts'

/** Lines after which a value is considered ended, so that a mark without its counterpart does not hide a whole text. */
export const maxOpenLines = 200

/** Returns the part of a value in a line after the one in which it began, its end, and whether it goes on. */
export function readOpenValue(line: string, open: OpenValue): NamedValues & { end: number } {
  const found: NamedValues = { spans: [], open: null }
  if (open.kind !== 'quote') {
    const end =
      open.kind === 'element' ? maskElement(line, 0, open.name, found) : maskMembers(line, 0, open.depth, found)
    return { ...found, end }
  }
  const end = endOfQuoted(line, 0, open.quote)
  const span: Span = { from: line.length - line.trimStart().length, to: end === -1 ? line.length : end }
  return { spans: [span], open: end === -1 ? open : null, end: span.to }
}
