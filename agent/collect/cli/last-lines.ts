import { redactSecrets } from '../../../shared/redact/redact-secrets.ts'

const shownLines = 5
const shownLength = 120

/**
 * Returns the last lines of a greeting, for a user who tests one device: at most five lines of 120 characters, without
 * control characters and without the text after words that announce secrets.
 * @param secrets of the job, masked in the lines
 */
export function lastLines(lines: readonly string[], secrets: readonly string[]): string[] {
  return redactSecrets(lines.join('\n'), secrets)
    .split('\n')
    .map((line) => withoutSecrets(printableWords(line)))
    .filter((line) => line !== '')
    .slice(-shownLines)
}

/** Returns one line without control characters, cut to its maximum length. */
export function printableWords(line: string): string {
  const words = line.replace(/[^\x20-\x7e]/g, ' ').trim()
  return words.length > shownLength ? `${words.slice(0, shownLength)}…` : words
}

/** A session that starts with a configuration may show secrets that the job does not know. */
function withoutSecrets(line: string): string {
  const blanked = line.replace(secretWords, (_whole, name: string) => `${name.trim()} •••`)
  return blanked.replace(/\S{0,400}\$\d\w?\$\S{4,}/g, '•••').replace(/[A-Za-z0-9+/=_-]{24,}/g, '•••')
}

const secretWords =
  /\b((?:password|passwd|passphrase|secret|community|psk|key|key-string|token|md5|auth-password|priv-password|ascii-text)\b["'=: ])\s*(?:[0-9] )?\S.*$/i
