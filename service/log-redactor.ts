import { blankSecrets } from '../shared/redact/blank-secrets.ts'

/** Redacts secrets that the process knows by value from its log lines. */
export interface KnownSecrets {
  /** Adds a secret for the lifetime of the process: a key, or a password of the settings. */
  keep(secret: string): void
  /**
   * Adds a secret of a request. Only the most recent ones are stored, because log lines of a request follow soon.
   * Secrets above the accepted length are ignored: such requests are rejected and not quoted.
   */
  see(secret: string): void
  /** Redacts every known secret in the strings of a JSON line. Numbers are not changed. */
  blank(line: string): string
}

const remembered = 1000

/** Characters stored at most, in total and for one secret. Any client can send text as a secret. */
const rememberedLength = 1024 * 1024
const longest = 64 * 1024

/**
 * Fields of the service's own request log. They are not redacted, so that a client cannot remove them by sending their
 * values as a password.
 */
const ownFacts = new Set(['level', 'time', 'request_id', 'method', 'route', 'status', 'ms', 'actor', 'worker'])

/** Shorter secrets are not redacted: they occur in too many lines by chance. */
const leastLength = 6

export function createKnownSecrets(): KnownSecrets {
  const kept = new Map<string, string[]>()
  const seen = new Map<string, string[]>()
  let seenLength = 0
  const forget = (secret: string) => {
    if (seen.delete(secret)) seenLength -= secret.length
  }
  return {
    keep(secret) {
      if (secret.length >= leastLength) kept.set(secret, needlesOf(secret))
    },
    see(secret) {
      if (secret.length < leastLength || secret.length > longest) return
      forget(secret)
      seen.set(secret, needlesOf(secret))
      seenLength += secret.length
      for (const oldest of seen.keys()) {
        if (seen.size <= remembered && seenLength <= rememberedLength) break
        forget(oldest)
      }
    },
    blank(line) {
      const quoted = [...kept, ...seen].flatMap(([secret, needles]) =>
        needles.some((needle) => line.includes(needle)) ? [secret] : [],
      )
      if (quoted.length === 0) return line
      const facts: [string, unknown][] = Object.entries(JSON.parse(line))
      const redacted = facts.map(([name, fact]) =>
        ownFacts.has(name) ? [name, fact] : [blankSecrets(name, quoted), blanked(fact, quoted)],
      )
      return `${JSON.stringify(Object.fromEntries(redacted))}\n`
    },
  }
}

/**
 * Returns the secret in JSON encoding; for a secret with several lines (a private key), each line that is long enough.
 */
function needlesOf(secret: string): string[] {
  const lines = secret.includes('\n') ? secret.split(/\r?\n/).filter((line) => line.length > 15) : []
  return [secret, ...lines].map((text) => JSON.stringify(text).slice(1, -1))
}

function blanked(value: unknown, secrets: string[]): unknown {
  if (typeof value === 'string') return blankSecrets(value, secrets)
  if (Array.isArray(value)) return value.map((item) => blanked(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [blankSecrets(name, secrets), blanked(inner, secrets)]),
  )
}
