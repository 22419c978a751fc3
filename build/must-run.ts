/**
 * Returns the lines of a list of tests that did not run: no test that begins with the line passed, or one was skipped.
 * @param list one prefix of a full title in each line; `#` begins a comment
 * @param passed full titles of passed tests; failed ones are counted elsewhere
 */
export function missedOf(list: string, { passed, skipped }: { passed: string[]; skipped: string[] }): string[] {
  const lines = list.split('\n').map((line) => line.trim())
  const required = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const met = (line: string, titles: string[]) => titles.some((title) => title.startsWith(line))
  return required.filter((line) => met(line, skipped) || !met(line, passed))
}
