/** Returns a LIKE pattern for a column of lower-case text that contains `part`; wildcards in `part` are escaped. */
export function likePattern(part: string): string {
  return `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
