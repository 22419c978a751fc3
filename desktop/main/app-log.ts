import fs from 'node:fs'
import path from 'node:path'

/** The program's own log. */
export interface AppLog {
  info(line: string): void
  error(line: string): void
}

const limitBytes = 2 << 20

/** Appends to a file that is rolled once it is 2 MiB long; one earlier part is kept. What looks like a secret is blanked. */
export function createAppLog(file: string, now: () => Date): AppLog {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const write = (level: string, line: string) => {
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > limitBytes) fs.renameSync(file, `${file}.1`)
    const [told = ''] = blankSecrets(line).split('\n')
    fs.appendFileSync(file, `${now().toISOString()} ${level} ${told}\n`, { mode: 0o600 })
  }
  return { info: (line) => write('info', line), error: (line) => write('error', line) }
}

/** Tokens, tickets, passwords, what stands behind the question mark of an address, and names in front of its host. */
export function blankSecrets(text: string): string {
  return text
    .replace(/\b(bearer)\s+[\w.~+/=-]+/gi, '$1 •••')
    .replace(/(\/api\/downloads\/)[\w-]+/g, '$1•••')
    .replace(/("?(?:password|token|secret|authorization)"?\s*[:=]\s*)("[^"]*"|\S+)/gi, '$1•••')
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1•••@')
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s?#]*)\?[^\s#]*/gi, '$1?•••')
}
