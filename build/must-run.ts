/**
 * Which lines of a list of tests did not happen: nothing that begins with the line passed, or something was skipped.
 * @param list one beginning of a full title a line; `#` begins a comment
 * @param passed full titles of the tests that passed; those that failed count for themselves
 */
export function missedOf(list: string, { passed, skipped }: { passed: string[]; skipped: string[] }): string[] {
  const lines = list.split('\n').map((line) => line.trim())
  const required = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const met = (line: string, titles: string[]) => titles.some((title) => title.startsWith(line))
  return required.filter((line) => met(line, skipped) || !met(line, passed))
}
