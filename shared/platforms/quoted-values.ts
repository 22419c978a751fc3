/** Part of a line, in characters. */
export interface Span {
  from: number
  to: number
}

/** A value that goes on in the next lines. */
export type OpenValue =
  | { kind: 'quote'; quote: string }
  | { kind: 'element'; name: string }
  /** Brackets that are open; 0 if the value begins in the next line. */
  | { kind: 'members'; depth: number }

export interface NamedValues {
  spans: Span[]
  open: OpenValue | null
}

/** Values that show nothing. */
export const constant = /^(?:true|false|null|yes|no|none|default|enabled?|disabled?|\d{1,3}|)$/i

/** Adds what is between quotes. Without the second one, the value goes on in the next lines. */
export function readQuoted(line: string, from: number, found: NamedValues): number {
  const quote = line[from]!
  const end = endOfQuoted(line, from + 1, quote)
  const to = end === -1 ? line.length : end
  if (!constant.test(line.slice(from + 1, to))) found.spans.push({ from: from + 1, to })
  if (end === -1) found.open = { kind: 'quote', quote }
  return end === -1 ? to : end + 1
}

/** Returns where a quoted value ends; -1 if it does not. */
export function endOfQuoted(line: string, from: number, quote: string): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === quote) return at
  }
  return -1
}
