/**
 * The first rows of a list as they are now, and below them those of before that had come further down: none twice, and none
 * lost that was pushed over the seam.
 */
export function joinRows<Row>(now: readonly Row[], before: readonly Row[]): Row[] {
  const known = new Set(now.map(idOf))
  const places = before.flatMap((row, at) => (known.has(idOf(row)) ? [at] : []))
  const fromBelow = places.filter((at) => at >= places.length).length
  return [...now, ...before.slice(places.length - fromBelow).filter((row) => !known.has(idOf(row)))]
}

/** A row without an id is itself alone. */
function idOf(row: unknown): unknown {
  return (row as { id?: unknown }).id ?? row
}
