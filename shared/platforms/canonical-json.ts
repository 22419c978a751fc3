/** Members that identify entries of lists in device models. The first one that all entries have is used. */
const keyNames = ['name', 'id', 'number', 'seq', 'sequence', 'seq_no', 'ip', 'prefix', 'hw-dev-index'] as const

/**
 * Returns JSON with one value a line, the same text for the same data. Members are sorted by name, list entries by
 * their identifying member. A list without one keeps its order, which may be significant.
 */
export function canonicalJson(value: unknown): string {
  return `${JSON.stringify(ordered(value), undefined, 2)}\n`
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return inOrder(value.map(ordered))
  if (typeof value !== 'object' || value === null) return value
  // fromEntries supports a member named __proto__
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, ordered(member)]),
  )
}

function inOrder(list: unknown[]): unknown[] {
  for (const name of keyNames) {
    const keyed = list.map((entry) => ({ entry, key: memberOf(entry, name) }))
    const keys = keyed.flatMap(({ key }) => (key === undefined ? [] : [key]))
    if (keys.length < list.length || new Set(keys).size < keys.length) continue
    return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ entry }) => entry)
  }
  return list
}

function memberOf(entry: unknown, name: string): string | number | undefined {
  if (typeof entry !== 'object' || entry === null || !Object.hasOwn(entry, name)) return undefined
  const member = (entry as Record<string, unknown>)[name]
  return typeof member === 'string' || typeof member === 'number' ? member : undefined
}

function compareKeys(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, other] = [String(a), String(b)]
  return one === other ? 0 : one < other ? -1 : 1
}
