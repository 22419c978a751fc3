/** Lines at the end of a text by which its place in the one before is found. */
const comparedLines = 4

/**
 * Whether a text ends where the one before went on: its last lines stand in that one, the last perhaps in part, and there
 * others follow. So does a text that was cut and that no end mark of its own tells from a whole one.
 * @param beforeText latin1 @param text latin1
 */
export function isCutOff(beforeText: string, text: string): boolean {
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
