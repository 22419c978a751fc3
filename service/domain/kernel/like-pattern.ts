/** A LIKE pattern for a column of lower-case text that contains `part`; what LIKE would read as a sign stands for itself. */
export function likePattern(part: string): string {
  return `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
