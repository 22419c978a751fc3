/**
 * Replaces every occurrence of each secret in `text` by `•••`. A secret with fewer than four characters is redacted
 * only as a whole word, because it would otherwise redact large parts of any text. Empty secrets are ignored.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return createRedactor(secrets)(text)
}

/** Returns `redactSecrets` for these secrets, prepared for many texts. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const patterns = [...new Set(secrets.flatMap(spellings))]
    .sort((a, b) => b.length - a.length) // the longest first: a secret inside another would leave its rest
    .map((secret) => (secret.length < 4 ? `(?<![\\p{L}\\p{N}_])${escape(secret)}(?![\\p{L}\\p{N}_])` : escape(secret)))
  if (patterns.length === 0) return (text) => text
  const pattern = new RegExp(patterns.join('|'), 'gu')
  return (text) => text.replace(pattern, '•••')
}

/**
 * Returns the forms in which a secret may be quoted. A secret with several lines (a private key) is quoted line by
 * line, with either line end, and in JSON with escapes. Device output is read as bytes, so non-ASCII secrets are also
 * matched as bytes.
 */
function spellings(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim())
  const quotable = lines.length > 1 ? lines.filter((line) => line.length > 15 && !line.startsWith('-----')) : []
  const texts = [secret, JSON.stringify(secret).slice(1, -1), ...quotable].filter((text) => text !== '')
  return texts.flatMap((text) => [text, String.fromCharCode(...new TextEncoder().encode(text))])
}

function escape(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
