/**
 * A line of a configuration as a failure may show it: its first two words, none that is long. Keys and hashes stand
 * behind the words that name them, or are long words of their own.
 */
export function lineShape(line: string): string {
  const words = line.trim().split(/\s+/)
  const shown = words.slice(0, 2).map((word) => (word.length > longestWord ? '…' : word))
  return words.length > 2 ? [...shown, '…'].join(' ') : shown.join(' ')
}

const longestWord = 24
