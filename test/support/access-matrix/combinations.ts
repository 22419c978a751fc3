/** One combination of the authorisation matrix. */
export interface Combination {
  caller: 'built-in' | 'custom' | 'token' | 'account'
  /** How the caller is limited: by the role, or by the token. */
  limit: 'none' | 'sites' | 'tags' | 'customers'
  /** With the permission `secret:read`, or without. */
  secrets: 'secrets' | 'masked'
  /** All permissions that the limit allows, or one that few operations need. */
  permissions: 'all' | 'few'
  /** Objects of the caller's customer within the limit, beyond it, or of another customer. */
  target: 'own' | 'outside' | 'foreign'
}

const dimensions: { [Name in keyof Combination]: readonly Combination[Name][] } = {
  caller: ['built-in', 'custom', 'token', 'account'],
  limit: ['none', 'sites', 'tags', 'customers'],
  secrets: ['secrets', 'masked'],
  permissions: ['all', 'few'],
  target: ['own', 'outside', 'foreign'],
}

/**
 * Returns combinations in which each possible pair of values occurs, and each target with secrets and without for callers
 * with all permissions and no limit. They are found greedily.
 */
export function pairwise(): Combination[] {
  const possible = product().filter(isPossible)
  const missing = new Set(possible.flatMap(pairsOf))
  const chosen: Combination[] = []
  while (missing.size > 0) {
    const gain = (one: Combination) => pairsOf(one).filter((pair) => missing.has(pair)).length
    const best = possible.reduce((before, one) => (gain(one) > gain(before) ? one : before))
    for (const pair of pairsOf(best)) missing.delete(pair)
    chosen.push(best)
  }
  return chosen
}

/** Returns a combination as text, for failures. */
export function describeCombination({ caller, limit, secrets, permissions, target }: Combination): string {
  return `${caller}, limit ${limit}, ${secrets}, ${permissions} permissions, target ${target}`
}

function product(): Combination[] {
  return Object.entries(dimensions).reduce<Combination[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{} as Combination],
  )
}

/** Built-in roles have no limit; a reader is masked only as an auditor, who reads no configuration. */
function isPossible({ caller, limit, target, secrets, permissions }: Combination): boolean {
  if (caller === 'built-in' && limit !== 'none') return false
  if (caller === 'built-in' && (secrets === 'masked') !== (permissions === 'few')) return false
  if (permissions === 'few' && secrets === 'secrets' && caller !== 'built-in') return false
  return target !== 'outside' || limit === 'sites' || limit === 'tags'
}

function pairsOf(one: Combination): string[] {
  const values = Object.entries(one).map(([name, value]) => `${name} ${value}`)
  const pairs = values.flatMap((first, at) => values.slice(at + 1).map((second) => `${first}, ${second}`))
  const isWhole = one.permissions === 'all' && one.limit === 'none'
  return isWhole ? [...pairs, `whole: ${one.secrets}, ${one.target}`] : pairs
}
