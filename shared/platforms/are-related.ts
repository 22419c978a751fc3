/** Words before the name of a setting. */
const verbs = new Set(['no', 'set', 'unset', 'undo', 'add', 'edit', 'delete', 'configure', 'config'])

/** Words with which unrelated settings begin. */
const families = new Set([
  'ip',
  'ipv6',
  'aaa',
  'crypto',
  'feature',
  'service',
  'snmp-server',
  'logging',
  'spanning-tree',
])

/** Settings with a text of several words. */
const texts = new Set([
  'description',
  'name',
  'hostname',
  'contact',
  'location',
  'remark',
  'alias',
  'comment',
  'banner',
])

/** A number, an address, a path or a text in quotes. */
const value = /^["'\d]|[./:]|\d$/

/** Returns whether two lines give values to one setting: they begin with its words and differ in a value. */
export function areRelated(before: string, after: string): boolean {
  const [one, other] = [before.split(/\s+/), after.split(/\s+/)]
  const common = commonLength(one, other)
  const isVerb = one.map((word) => verbs.has(word))
  const named = common - (isVerb.includes(false) ? isVerb.indexOf(false) : 0)
  if (named <= 0) return false
  const [first, second] = one.slice(common - named) as [string, string | undefined]
  if (texts.has(first) || (named > 1 && texts.has(second!))) return true
  const rests = [one.slice(common), other.slice(common)] as const
  const end = commonLength(rests[0].toReversed(), rests[1].toReversed())
  const shorter = Math.min(rests[0].length, rests[1].length) - end
  if (shorter === 0) return true // words were added or removed only
  if (rests.every(([word = '']) => value.test(word))) return true
  return rests.every(({ length }) => length - end === 1) && (named > 2 || !families.has(first))
}

/** Returns the number of equal words at the beginning. */
export function commonLength(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((word, at) => word !== other[at])
  return end === -1 ? one.length : end
}
