import type { Normalisation } from './normalise.ts'
import type { RequestsDescription } from './requests.ts'

export type Transport = 'ssh' | 'api'

/** `text`: a lineage of versions compared as lines. `blob`: a tree or an archive, one snapshot per version. */
export type ArtifactKind = 'text' | 'blob'

/**
 * What Coffer knows of one kind of device: data that the service, the agent and the console all read. Everything that
 * acts on it is in `agent/collect/`.
 */
export interface Platform {
  id: string
  /** For people. */
  name: string
  /** The paths that can be taken, in no order. */
  transports: readonly Transport[]
  /** Tried first when a device leaves the choice to us. */
  preferred: Transport
  /** By artifact key, in the order in which they are shown and collected. */
  artifacts: Readonly<Record<string, PlatformArtifact>>
  /** JSON Schema (2020-12) of a device's `options`; closed, so that a misspelt option is refused. */
  options: OptionsSchema
  ssh?: ShellDescription | FileTreeDescription
  api?: RequestsDescription
  /** How texts are compared; a platform of blobs only has none. */
  normalise?: Normalisation
  /** Two artifacts of one moment that should say the same, and what they say differently all the same. */
  divergence?: Divergence
}

export interface PlatformArtifact {
  kind: ArtifactKind
  transports: readonly Transport[]
}

export interface OptionsSchema {
  type: 'object'
  additionalProperties: false
  required?: readonly string[]
  properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface Divergence {
  running: string
  saved: string
  /** Indented blocks, by their first line, that are left out of this comparison. */
  omit: readonly RegExp[]
}

/** A server's rsync, over SSH: what its options mean is in a file of its own. */
export interface FileTreeDescription {
  walk: 'file-tree'
}

/** How a command line is spoken to. All patterns meet text whose line ends are `\n` and that has no escape sequences. */
export interface ShellDescription {
  walk: 'shell'
  /** A line that may be a prompt. Group `host` is what identifies the device, `end` the last character. */
  prompt: RegExp
  /** What may come and go between the two (mode, state of a cluster) while it is still the same prompt. */
  promptVaries: RegExp
  /** A prompt whose `end` this is has all rights. Without it the account is as it is. */
  privilegedEnd?: string
  /** Sent after each line. */
  newline: '\n' | '\r'
  /** A refusal, when it matches one of the first `refusalLines` lines of an answer. */
  refusals: readonly RegExp[]
  refusalLines: number
  /** Refusals that say: this account has not the right. They are matched like `refusals`. */
  denials: readonly RegExp[]
  /** Answers that say: not now. */
  busy: readonly RegExp[]
  /**
   * The pager: its mark as the whole last line of what has come, what shows the next page, what the device sends then to
   * wipe the mark, and the lines that no stored text may hold.
   */
  pager: { mark: RegExp; answer: string; wiped: RegExp; residue: RegExp }
  /** A greeting that waits for a key before it prompts. */
  wake?: { seen: RegExp; answer: string }
  /** Lines the device puts in front of every answer, dropped wherever they lead one. */
  preamble: readonly RegExp[]
  /** A log line of the device that broke into the session. */
  intruder: RegExp
  prepare: readonly ShellStep[]
  /** By artifact key. */
  artifacts: Readonly<Record<string, ShellArtifact>>
  logout: string
  limits: ShellLimits
}

export interface ShellLimits {
  /** Longest wait for a prompt when logging in and preparing. */
  promptMs: number
  /** Longest silence inside an answer. */
  idleMs: number
  /** Longest time for one answer. */
  totalMs: number
  /** Largest answer. */
  maxBytes: number
}

export type ShellStep =
  | { step: 'raise'; command: string; asksName: RegExp; asksSecret: RegExp; refused: readonly RegExp[] }
  | { step: 'try'; command: string }

export interface ShellArtifact {
  /** Tried in order until one is not refused. */
  commands: readonly string[]
  /** The last line that is not empty; an answer that ends otherwise was cut. */
  ends?: RegExp
  /** Each must match some line, or the answer was cut. */
  holds?: readonly RegExp[]
  /** What a complete answer to an account with too few rights lacks. */
  wholeAccount?: { minLines: number; holds: readonly RegExp[] }
  /** The answer of a device that legitimately has no such artifact. */
  absent?: RegExp
  /** Leading lines that are the command's words and no part of the artifact. */
  cutLeading?: readonly RegExp[]
  /** Without it the device is not backed up: the run fails. */
  required?: boolean
  /** Facts for the version's metadata: the first line that matches gives its group `value`. */
  metadata?: Readonly<Record<string, RegExp>>
}

/** Keeps the literal types of a description, and checks what the types cannot say. */
export function platform<const P extends Platform>(description: P): P {
  if (!description.transports.includes(description.preferred))
    throw new Error(`${description.id}: prefers a path it has not`)
  for (const [key, artifact] of Object.entries<PlatformArtifact>(description.artifacts)) {
    const stray = artifact.transports.find((transport) => !description.transports.includes(transport))
    if (stray) throw new Error(`${description.id}: ${key} is read by ${stray}, a path it has not`)
  }
  for (const path of [description.ssh, description.api] as Platform['ssh' | 'api'][]) {
    for (const key of Object.keys(path && 'artifacts' in path ? path.artifacts : {})) {
      if (!(key in description.artifacts))
        throw new Error(`${description.id}: a path knows ${key}, the platform does not`)
    }
  }
  return description
}

/** Where a device's API answers unless its options say otherwise. */
export function apiPortOf(platform: Platform | undefined): number {
  return platform?.api?.port ?? 443
}

/** The step that asks for all rights, with the secret the credential has for it. */
export function raise(how: Omit<Extract<ShellStep, { step: 'raise' }>, 'step'>): ShellStep {
  return { step: 'raise', ...how }
}

/** A command whose refusal changes nothing. */
export function optional(command: string): ShellStep {
  return { step: 'try', command }
}

/**
 * Options that the contract gives to every platform; those of a path that a platform has not are kept and have no effect.
 * `artifacts` may name only the keys given.
 */
export function commonOptions(artifactKeys: readonly string[]) {
  return {
    artifacts: {
      type: 'array',
      items: { type: 'string', enum: artifactKeys },
      minItems: 1,
      uniqueItems: true,
      description: 'the artifacts to collect when not all of them are wanted',
    },
    ssh_port: { type: 'integer', minimum: 1, maximum: 65535, default: 22, description: 'SSH port' },
    legacy_algorithms: {
      type: 'boolean',
      default: false,
      description: 'also offer SSH algorithms that are no longer safe, for devices that have no other; logged',
    },
    api_port: {
      type: 'integer',
      minimum: 1,
      maximum: 65535,
      description: "port of the API, when not the platform's own",
    },
    verify_tls: { type: 'boolean', default: true, description: 'false accepts any certificate of the API' },
    tls_fingerprint: {
      type: 'string',
      pattern: '^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$',
      description: "SHA-256 of the API's certificate in hex pairs: no other one is accepted",
    },
  } as const
}
