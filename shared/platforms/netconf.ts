import type { TextInspector, TextExtractor } from './requests.ts'

/** How a device is spoken to by NETCONF over SSH; `agent/collect/netconf.ts` walks it. */
export interface NetconfDescription {
  driver: 'netconf'
  /** Where it answers unless the device's options say otherwise. */
  port: number
  /** A command that speaks NETCONF on a channel of its own, for devices that have no such subsystem at their SSH port. */
  command?: string
  /** By artifact key. */
  artifacts: Readonly<Record<string, NetconfArtifact>>
  limits: NetconfLimits
}

export interface NetconfLimits {
  /** Longest silence before and inside a message. */
  idleMs: number
  /** Longest time for one message. */
  totalMs: number
  /** Largest message. */
  maxBytes: number
}

export interface NetconfArtifact {
  /** The operation whose reply holds it. */
  operation: string
  /** Takes the text out of the reply to this message; its `end` throws when the device complains. */
  extract: (messageId: string) => NetconfTaker
  /** What is looked for in the text beside. */
  inspect?: () => TextInspector
  /** Facts for the version's metadata: the first line that matches gives its group `value`. */
  metadata?: Readonly<Record<string, RegExp>>
  /** Without it the device is not backed up: the run fails. */
  required?: boolean
}

export interface NetconfTaker extends TextExtractor {
  /** What the device says beside the text that is no failure. */
  warnings(): string[]
}
