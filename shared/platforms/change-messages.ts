import { documentPattern } from './documents/document-pattern.ts'

/** The messages by which a device reports that its configuration was changed. Plain data, which agents receive. */
export interface ChangeMessages {
  readonly syslog?: readonly ChangeMessage[]
  /** OIDs of SNMP notifications. Those of SNMPv1 are translated as RFC 3584, section 3.1, defines it. */
  readonly traps?: readonly string[]
}

export interface ChangeMessage {
  /** Texts that the message must all contain. */
  readonly contains: readonly string[]
  /** Texts that exclude a message, such as commands that Coffer itself sends. */
  readonly unless?: readonly string[]
  /** A linear-time pattern whose groups `user` and `from` are who changed it, and from which address. */
  readonly author?: string
}

/** Who changed a configuration, according to the message. Messages can be forged, so this is not verified. */
export interface ClaimedAuthor {
  user: string | null
  /** Address or terminal. */
  from: string | null
}

/** Bytes at the start of a message that are searched: the rest of a long message is without meaning. */
const searchedBytes = 2_048

/** Longest name that is kept of a message, in characters. */
const maxNameLength = 200

/** Rules that are prepared for the bytes of messages. */
export interface ChangeMatcher {
  /**
   * Returns the author of a syslog message that reports a change; null for any other message.
   * @param withAuthor whether to look for the author, which takes a hundred times as long
   */
  matchSyslog(message: Buffer, withAuthor?: boolean): ClaimedAuthor | null
  /** Whether a notification with this OID reports a change. */
  matchesTrap(oid: string): boolean
}

/**
 * Prepares the rules of a platform. Most messages are rejected by a search for bytes, without decoding them: a device
 * can send ten thousand a second.
 */
export function createChangeMatcher({ syslog = [], traps = [] }: ChangeMessages): ChangeMatcher {
  const rules = syslog.map(({ contains, unless = [], author }) => ({
    texts: contains.map((text) => Buffer.from(text)),
    excluded: unless.map((text) => Buffer.from(text)),
    author: author === undefined ? undefined : documentPattern(author),
  }))
  const oids = new Set(traps)
  return {
    matchSyslog(whole, withAuthor = true) {
      const message = whole.subarray(0, searchedBytes)
      const rule = rules.find(
        ({ texts, excluded }) =>
          texts.every((text) => message.includes(text)) && !excluded.some((text) => message.includes(text)),
      )
      if (!rule) return null
      const groups = withAuthor ? rule.author?.exec(message.toString('utf8'))?.groups : undefined
      return { user: printable(groups?.['user']), from: printable(groups?.['from']) }
    },
    matchesTrap: (oid) => oids.has(oid),
  }
}

function printable(name: string | undefined): string | null {
  const cleaned = name?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return cleaned ? Array.from(cleaned).slice(0, maxNameLength).join('') : null
}
