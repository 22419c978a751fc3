import { redactSecrets } from '../shared/redact/redact-secrets.ts'

/** Redacts secrets that the process knows by value from its log lines. */
export interface LogRedactor {
  /** Adds a secret for the lifetime of the process: a key, or a password of the settings. */
  addPermanent(secret: string): void
  /**
   * Adds a secret of a request. Only the most recent ones are stored, because log lines of a request follow soon.
   * Secrets above the accepted length are ignored: such requests are rejected and not quoted.
   */
  addRecent(secret: string): void
  /** Redacts every known secret in the strings of a JSON line. Numbers are not changed. */
  redact(line: string): string
}

const maxRecent = 1000

/** Characters stored at most, in total and for one secret. Any client can send text as a secret. */
const maxRecentLength = 1024 * 1024
const maxLength = 64 * 1024

/**
 * Fields of the service's own request log. They are not redacted, so that a client cannot remove them by sending their
 * values as a password.
 */
const exemptFields = new Set(['level', 'time', 'request_id', 'method', 'route', 'status', 'ms', 'actor', 'worker'])

/** Shorter secrets are not redacted: they occur in too many lines by chance. */
const minLength = 6

export function createLogRedactor(): LogRedactor {
  const permanent = new Map<string, string[]>()
  const recent = new Map<string, string[]>()
  let recentLength = 0
  const removeRecent = (secret: string) => {
    if (recent.delete(secret)) recentLength -= secret.length
  }
  return {
    addPermanent(secret) {
      if (secret.length >= minLength) permanent.set(secret, searchedForms(secret))
    },
    addRecent(secret) {
      if (secret.length < minLength || secret.length > maxLength) return
      removeRecent(secret)
      recent.set(secret, searchedForms(secret))
      recentLength += secret.length
      for (const oldest of recent.keys()) {
        if (recent.size <= maxRecent && recentLength <= maxRecentLength) break
        removeRecent(oldest)
      }
    },
    redact(line) {
      const quoted = [...permanent, ...recent].flatMap(([secret, needles]) =>
        needles.some((needle) => line.includes(needle)) ? [secret] : [],
      )
      if (quoted.length === 0) return line
      const facts: [string, unknown][] = Object.entries(JSON.parse(line))
      const redacted = facts.map(([name, fact]) =>
        exemptFields.has(name) ? [name, fact] : [redactSecrets(name, quoted), redactValue(fact, quoted)],
      )
      return `${JSON.stringify(Object.fromEntries(redacted))}\n`
    },
  }
}

/**
 * Returns the secret in JSON encoding; for a secret with several lines (a private key), each line that is long enough.
 */
function searchedForms(secret: string): string[] {
  const lines = secret.includes('\n') ? secret.split(/\r?\n/).filter((line) => line.length > 15) : []
  return [secret, ...lines].map((text) => JSON.stringify(text).slice(1, -1))
}

function redactValue(value: unknown, secrets: string[]): unknown {
  if (typeof value === 'string') return redactSecrets(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redactSecrets(name, secrets), redactValue(inner, secrets)]),
  )
}
