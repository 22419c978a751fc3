import { blankSecrets } from '../shared/redact/blank-secrets.ts'

/** The secrets that the process knows by value, so that its log tells none of them, whoever quotes it there. */
export interface KnownSecrets {
  /** One that is kept as long as the process lives: a key, a password of the settings. */
  keep(secret: string): void
  /**
   * One that came with a request. The latest are remembered: what is logged of a request is logged soon. One that is longer
   * than any that we take is not: it is refused, and quoted nowhere.
   */
  see(secret: string): void
  /** A line of JSON with every known secret in its texts blanked; numbers stay. */
  blank(line: string): string
}

const remembered = 1000

/** Anybody may send something as a secret: of all that is remembered together, and of one, so many characters. */
const rememberedLength = 1024 * 1024
const longest = 64 * 1024

/** What the service itself says of a request: nobody may take it out of the log by sending it as a password. */
const ownFacts = new Set(['level', 'time', 'request_id', 'method', 'route', 'status', 'ms', 'actor', 'worker'])

/** What is shorter stands in too many lines by chance. */
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
      const told = facts.map(([name, fact]) =>
        ownFacts.has(name) ? [name, fact] : [blankSecrets(name, quoted), blanked(fact, quoted)],
      )
      return `${JSON.stringify(Object.fromEntries(told))}\n`
    },
  }
}

/** As JSON writes it; of several lines (a private key) each that could be quoted alone. */
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
