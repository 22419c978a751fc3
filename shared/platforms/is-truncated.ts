/** Number of last lines by which the end of a text is located in the previous one. */
const comparedLines = 4

/**
 * Returns whether a text ends in the middle of the previous one: its last lines, the last perhaps partially, occur
 * there and are followed by others. A cut text without an end mark looks like this.
 * @param beforeText latin1
 * @param text latin1
 */
export function isTruncated(beforeText: string, text: string): boolean {
  const now = lastLines(text)
  const last = now.at(-1)
  if (last === undefined) return false
  const before = beforeText.split('\n').filter((line) => line.trim() !== '')
  if (before.at(-1) === last) return false
  const lines = now.slice(0, -1)
  for (let at = lines.length; at < before.length; at++) {
    if (before[at]?.startsWith(last) !== true) continue
    if (at === before.length - 1 && before[at] === last) continue
    if (lines.every((line, index) => before[at - lines.length + index] === line)) return true
  }
  return false
}

function lastLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-comparedLines)
}
