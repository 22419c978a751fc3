/** Members by which lists of the models that devices use are told apart, the first that all entries have deciding. */
const keyNames = ['name', 'id', 'number', 'seq', 'sequence', 'seq_no', 'ip', 'prefix', 'hw-dev-index'] as const

/**
 * JSON as text, one value a line, the same for the same data: members stand in order of their names, entries of a list
 * in order of what tells them apart. A list whose entries nothing tells apart keeps its order, for it may mean something.
 */
export function canonicalJson(value: unknown): string {
  return `${JSON.stringify(ordered(value), undefined, 2)}\n`
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return inOrder(value.map(ordered))
  if (typeof value !== 'object' || value === null) return value
  // fromEntries, so that a member called __proto__ is one
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
