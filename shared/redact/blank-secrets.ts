/**
 * Replaces every occurrence of each secret in `text` by `•••`. A secret of fewer than four characters is blanked only
 * where it stands as a whole word: it would otherwise blank half of any text. Empty secrets are ignored.
 */
export function blankSecrets(text: string, secrets: readonly string[]): string {
  const patterns = [...new Set(secrets.flatMap(spellings))]
    .sort((a, b) => b.length - a.length) // the longer first, or a secret inside another would leave its rest
    .map((secret) => (secret.length < 4 ? `(?<![\\p{L}\\p{N}_])${escape(secret)}(?![\\p{L}\\p{N}_])` : escape(secret)))
  return patterns.length === 0 ? text : text.replace(new RegExp(patterns.join('|'), 'gu'), '•••')
}

/**
 * A secret of several lines (a private key) is quoted line by line, and with either line end. What a device sends back
 * is read byte by byte, so that a secret beyond ASCII is also looked for as its bytes.
 */
function spellings(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim())
  const quotable = lines.length > 1 ? lines.filter((line) => line.length > 15 && !line.startsWith('-----')) : []
  const texts = [secret, ...quotable].filter((text) => text !== '')
  return texts.flatMap((text) => [text, String.fromCharCode(...new TextEncoder().encode(text))])
}

function escape(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
