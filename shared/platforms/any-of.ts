import { LinearPattern, patternLike } from '../search/linear-pattern.ts'

/**
 * Returns a test whether a line matches any of the patterns. Joins those of the product, because one search takes a
 * fraction of the time of a dozen. Patterns that users write remain alone, as they are matched in bounded time; so do
 * those with references to their own groups, whose numbers would change.
 */
export function anyOf(patterns: readonly RegExp[]): (line: string) => boolean {
  const [users, own] = [true, false].map((isUsers) =>
    patterns.filter((pattern) => pattern instanceof LinearPattern === isUsers),
  ) as [RegExp[], RegExp[]]
  const joined = [...Map.groupBy(own, joinKey)].map(([key, those]) => {
    const [flags = ''] = key.split(' ')
    return new RegExp(those.map(({ source }) => `(?:${source.replaceAll(groupName, '(')})`).join('|'), flags)
  })
  const alone = users.map((pattern) => patternLike(pattern, pattern.source, plainFlags(pattern)))
  const tests = [...joined, ...alone]
  const [only] = tests
  if (only && tests.length === 1) return (line) => only.test(line)
  return (line) => tests.some((test) => test.test(line))
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
