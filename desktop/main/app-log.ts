import fs from 'node:fs'
import path from 'node:path'

/** The desktop program's log. */
export interface AppLog {
  info(line: string): void
  error(line: string): void
}

const limitBytes = 2 << 20

/**
 * Creates a log that appends to a file. It is rotated at 2 MiB, and one earlier part is stored. What looks like a
 * secret is redacted.
 */
export function createAppLog(file: string, now: () => Date): AppLog {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const write = (level: string, line: string) => {
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > limitBytes) fs.renameSync(file, `${file}.1`)
    const [redacted = ''] = redactLogLine(line).split('\n')
    fs.appendFileSync(file, `${now().toISOString()} ${level} ${redacted}\n`, { mode: 0o600 })
  }
  return { info: (line) => write('info', line), error: (line) => write('error', line) }
}

/** Redacts tokens, tickets, passwords, and the queries and user names in URLs. */
export function redactLogLine(text: string): string {
  return text
    .replace(/\b(bearer)\s+[\w.~+/=-]+/gi, '$1 •••')
    .replace(/(\/api\/downloads\/)[\w-]+/g, '$1•••')
    .replace(/("?(?:password|token|secret|authorization)"?\s*[:=]\s*)("[^"]*"|\S+)/gi, '$1•••')
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1•••@')
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s?#]*)\?[^\s#]*/gi, '$1?•••')
}
