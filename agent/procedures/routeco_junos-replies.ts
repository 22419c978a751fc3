import { messageWords, describeSize } from '../../shared/redact/describe-size.ts'

/**
 * What Junos says about a command, for a failure: its own messages by their words, and where in an uploaded text they
 * point; of the statements that stand beside them only how much there is.
 */
export function junosWords(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const told = lines.map(knownWords).filter((line) => line !== '')
  if (told.length > 0) return [...new Set(told)].join('\n')
  return describeSize(said)
}

function knownWords(line: string): string {
  const [holder] = /^\s*[\w.-]{1,64} terminal \w{1,16}\b/.exec(line) ?? [] // who holds the candidate
  if (holder !== undefined) return holder.trim()
  const [, row, column, words] = /^\s*\S+:(\d+):(?:\((\d+)\))?\s*(.*)/.exec(line) ?? []
  if (row !== undefined) return `line ${row}${column ? `, column ${column}` : ''}: ${messageWords(words ?? '')}`
  return /^\s*(?:error|warning|load|commit|configuration check|unknown command|syntax error|permission denied|missing|invalid)\b/.test(
    line,
  )
    ? messageWords(line)
    : ''
}
