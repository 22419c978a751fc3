import { messageWords, describeSize } from '../../shared/redact/describe-size.ts'

/**
 * Returns a device's reply to a command for a failure: Junos's own messages, and the positions in an uploaded text that
 * they name. Of quoted statements only the amount is reported.
 */
export function junosWords(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const known = lines.map(knownWords).filter((line) => line !== '')
  if (known.length > 0) return [...new Set(known)].join('\n')
  return describeSize(output)
}

function knownWords(line: string): string {
  const [holder] = /^\s*[\w.-]{1,64} terminal \w{1,16}\b/.exec(line) ?? [] // the user who holds the candidate
  if (holder !== undefined) return holder.trim()
  const [, row, column, words] = /^\s*\S+:(\d+):(?:\((\d+)\))?\s*(.*)/.exec(line) ?? []
  if (row !== undefined) return `line ${row}${column ? `, column ${column}` : ''}: ${messageWords(words ?? '')}`
  return /^\s*(?:error|warning|load|commit|configuration check|unknown command|syntax error|permission denied|missing|invalid)\b/.test(
    line,
  )
    ? messageWords(line)
    : ''
}
