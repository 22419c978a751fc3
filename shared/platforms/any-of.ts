import { LinearPattern, anyLinear } from '../search/linear-pattern.ts'

/**
 * Returns a test whether a line matches any of the patterns. Joins them, because one search takes a fraction of the time
 * of a dozen. Patterns that users write are matched in bounded time, apart from those of the product; of these, patterns
 * with references to their own groups remain alone, because the numbers would change.
 */
export function anyOf(patterns: readonly RegExp[]): (line: string) => boolean {
  const users = patterns.filter((pattern) => pattern instanceof LinearPattern)
  const own = patterns.filter((pattern) => !(pattern instanceof LinearPattern))
  const joined = [...Map.groupBy(own, joinKey)].map(([key, those]) => {
    const [flags = ''] = key.split(' ')
    const pattern = new RegExp(those.map(({ source }) => `(?:${source.replaceAll(groupName, '(')})`).join('|'), flags)
    return (line: string) => pattern.test(line)
  })
  const tests = users.length > 0 ? [...joined, anyLinear(users)] : joined
  const [only] = tests
  if (only && tests.length === 1) return only
  return (line) => tests.some((matches) => matches(line))
}

const groupName = /(?<!\\)\(\?<[A-Za-z]\w*>/g
const ownReference = /\\[1-9k]/

/** Patterns at the start of a line are joined apart from others, which would have all of them tried at every position. */
function joinKey(pattern: RegExp): string {
  const { source } = pattern
  if (ownReference.test(source)) return `${plainFlags(pattern)} ${source}`
  return `${plainFlags(pattern)} ${source.startsWith('^') ? 'start' : 'anywhere'}`
}

function plainFlags({ flags }: RegExp): string {
  return flags.replace(/[dgy]/g, '')
}
