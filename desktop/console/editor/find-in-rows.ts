/** Position of a match: a row and a character range. */
export interface Match {
  row: number
  from: number
  to: number
}

/** Search limit; the count is then shown as "10,000 or more". */
export const maxMatches = 10_000

/**
 * Returns every occurrence of a text in the rows, in order; none for an empty text. With `matchCase` false, case is
 * ignored.
 */
export function findInRows(texts: string[], wanted: string, { matchCase }: { matchCase: boolean }): Match[] {
  const matches: Match[] = []
  if (wanted === '') return matches
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), matchCase ? 'g' : 'gi')
  for (let row = 0; row < texts.length; row++) {
    for (const { index, 0: found } of texts[row]!.matchAll(pattern)) {
      matches.push({ row, from: index, to: index + found.length })
      if (matches.length === maxMatches) return matches
    }
  }
  return matches
}

/**
 * Returns the first match at or after a row, or before it when going backwards, wrapping around; -1 without matches.
 */
export function stepToMatch(matches: Match[], current: number, row: number, direction: 1 | -1): number {
  if (matches.length === 0) return -1
  if (current >= 0) return (current + direction + matches.length) % matches.length
  const next = matches.findIndex((match) => match.row >= row)
  return next === -1 ? 0 : next
}
