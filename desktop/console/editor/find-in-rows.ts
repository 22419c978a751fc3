/** Where a searched text stands: a row, and characters of it. */
export interface Match {
  row: number
  from: number
  to: number
}

/** More are not looked for: the count then says "10,000 or more". */
export const maxMatches = 10_000

/** Every place of a text in the rows, in order; none for an empty one. `matchCase` false takes letters of either case. */
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

/** The first match at or behind a row, or before it when one goes back; round the ends. -1 where there is none. */
export function stepToMatch(matches: Match[], current: number, row: number, direction: 1 | -1): number {
  if (matches.length === 0) return -1
  if (current >= 0) return (current + direction + matches.length) % matches.length
  const next = matches.findIndex((match) => match.row >= row)
  return next === -1 ? 0 : next
}
