import type { TextInspector, TextExtractor } from './requests.ts'

/** NETCONF over SSH; `agent/collect/netconf.ts` uses it. */
export interface NetconfDescription {
  driver: 'netconf'
  /** Default port, unless the device's options specify another. */
  port: number
  /** A command that speaks NETCONF on a channel, for devices without the subsystem on their SSH port. */
  command?: string
  /** By artifact key. */
  artifacts: Readonly<Record<string, NetconfArtifact>>
  limits: NetconfLimits
}

export interface NetconfLimits {
  /** Longest silence before and within a message, in milliseconds. */
  idleMs: number
  /** Longest time for one message, in milliseconds. */
  totalMs: number
  /** Largest message, in bytes. */
  maxBytes: number
}

export interface NetconfArtifact {
  /** The operation whose reply contains it. */
  operation: string
  /** Extracts the text from the reply to this message. Its `end` throws if the device reports an error. */
  extract: (messageId: string) => NetconfExtractor
  /** Inspects the text while it is extracted. */
  inspect?: () => TextInspector
  /** Facts for the version's metadata: the group `value` of the first matching line. */
  metadata?: Readonly<Record<string, RegExp>>
  /** Whether the run fails without it. */
  required?: boolean
}

export interface NetconfExtractor extends TextExtractor {
  /** Returns warnings of the device that are not failures. */
  warnings(): string[]
}
