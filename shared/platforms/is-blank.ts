/** Returns whether a line is empty or blank. */
export function isBlank(line: string): boolean {
  const first = line.charCodeAt(0)
  return first > 32 && first < 127 ? false : line.trim() === ''
}
