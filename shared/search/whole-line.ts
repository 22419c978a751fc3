/** Returns the pattern that matches exactly this line, for a search with `regex`. A carriage return at its end is ignored. */
export function wholeLinePattern(line: string): string {
  return `^${line.replace(/\r$/, '').replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}\\r?$`
}
