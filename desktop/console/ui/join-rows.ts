/**
 * Joins a new first page with the earlier rows below it, without duplicates and without losing rows that moved across
 * the boundary.
 */
export function joinRows<Row>(now: readonly Row[], before: readonly Row[]): Row[] {
  const known = new Set(now.map(idOf))
  const places = before.flatMap((row, at) => (known.has(idOf(row)) ? [at] : []))
  const fromBelow = places.filter((at) => at >= places.length).length
  return [...now, ...before.slice(places.length - fromBelow).filter((row) => !known.has(idOf(row)))]
}

/** A row without an id equals only itself. */
function idOf(row: unknown): unknown {
  return (row as { id?: unknown }).id ?? row
}
