import type { FailureCode } from '../contract/failures.ts'
import type { AdviceMessage } from '../messages/failure.ts'
import type { CutEvidence } from './cut-evidence.ts'
import type { NetconfDescription } from './netconf.ts'
import type {
  ApiFacts,
  DeviceOptions,
  RequestContext,
  RequestLimits,
  RequestsDescription,
  TextChecks,
  TextInspector,
  TextExtractor,
} from './requests.ts'
import type { Normalisation } from './normalisation.ts'

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
  /** `service`: a cloud that the service itself speaks to; no agent is asked, and the device's address means nothing. */
  reachedBy?: 'service'
  /** By artifact key, in the order in which they are shown and collected. */
  artifacts: Readonly<Record<string, PlatformArtifact>>
  /** JSON Schema (2020-12) of a device's `options`; closed, so that a misspelt option is refused. */
  options: OptionsSchema
  ssh?: ShellDescription | FileTreeDescription | BigipDescription
  api?: RequestsDescription | CloudDescription | NetconfDescription | BigipRestDescription
  /** How texts are compared; a platform of blobs only has none. */
  normalise?: Normalisation
  /** For texts of which a part may be missing because it could not be read this time. */
  partial?: PartialText
  /** By artifact key, for texts that end without a mark of their own in a shell: how a cut is found. */
  cutEvidence?: Readonly<Record<string, CutEvidence>>
  /** Two artifacts of one moment that should say the same, and what they say differently all the same. */
  divergence?: UnsavedChanges
  /** A platform without it is never given anything. */
  restore?: RestoreDescription
}

/** Compares texts that say themselves which of their parts were not read. */
export interface PartialText {
  /** Both without what could not be read of the later one; null where that says that all of it was. */
  withoutUnread(before: Uint8Array, now: Uint8Array): { before: Uint8Array; now: Uint8Array } | null
  /** How many parts the earlier one has of which the later one says that the device has none. */
  countGone(before: Uint8Array, now: Uint8Array): number
}

/** What of a platform can be given back to a device. How it is done is a procedure of the agent. */
export interface RestoreDescription {
  /** The only artifact that can be, and only as it was read over SSH; its `inspect` says whether a text is whole. */
  key: string
}

export interface PlatformArtifact {
  kind: ArtifactKind
  transports: readonly Transport[]
  /** Of a blob that is one file with members; a blob without it is a tree. */
  archive?: ArchiveDescription
  /** Collected only where this option of the device is true. */
  onDemand?: string
  /** Given out as a download only: never shown, compared or searched. */
  secret?: true
}

/** A file that holds others: a gzipped tar, kept byte for byte, its members browsed like a tree. */
export interface ArchiveDescription {
  /**
   * The members whose contents make an archive another one, each by its path without a leading slash; the others are
   * different in each export. A text is compared as the artifact `as` is, anything else byte for byte.
   */
  identity: readonly { members: RegExp; as?: string }[]
  /** Each must match a member's path, or the archive is not whole. */
  requiredMembers: readonly RegExp[]
  /** The text that stands for the members where they cannot be read. */
  companion?: string
  /** Of the file that is downloaded: `ucs`. */
  extension: string
}

export interface OptionsSchema {
  type: 'object'
  additionalProperties: false
  required?: readonly string[]
  properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface UnsavedChanges {
  running: string
  saved: string
  /** Indented blocks, by their first line, that are left out of this comparison. */
  omit: readonly RegExp[]
}

/** A server's rsync, over SSH: what its options mean is in a file of its own. */
export interface FileTreeDescription {
  driver: 'file-tree'
}

/** The vendor's API of a cloud: endpoints by artifact key, walked by a procedure of its own (agent/procedures/). */
export interface CloudDescription {
  driver: 'netco_meraki'
  port: number
  endpoints: Readonly<Record<string, readonly string[]>>
  limits: RequestLimits
}

/** What a load balancer's two paths share. */
export interface BigipWords {
  /** What says in an answer that it is none; tmsh complains on either stream, and its status is not to be relied on. */
  errorPatterns: readonly RegExp[]
  /** Refusals that say: this account has not the right. */
  permissionErrors: readonly RegExp[]
  /** How a whole configuration is known: the file that the device saves, and the listing of an account that may not. */
  scf: { saved: TextChecks; listed: TextChecks }
  /** Making an archive takes minutes. */
  archive: { makingMs: number; maxBytes: number }
}

/** A load balancer's command line, given commands without a terminal by a procedure of its own (agent/procedures/). */
export interface BigipDescription extends BigipWords {
  driver: 'lbco_bigip'
  /** Of each command but those that make archives. */
  limits: ShellLimits
}

/** Its API, iControl REST, walked by another. */
export interface BigipRestDescription
  extends BigipWords, Pick<RequestsDescription, 'port' | 'login' | 'limits' | 'advice'> {
  driver: 'lbco_bigip_rest'
}

/** How a command line is spoken to. All patterns meet text whose line ends are `\n` and that has no escape sequences. */
export interface ShellDescription {
  /** Anything but `shell`: a procedure leads to where the artifacts are read, and walks on from there. */
  driver: 'shell' | 'fortios-shell'
  /** A line that may be a prompt. Group `host` is what identifies the device, `end` the last character. */
  prompt: RegExp
  /** What may come and go between the two (mode, state of a cluster) while it is still the same prompt. */
  promptVaries: RegExp
  /** Stands behind a host's name that is cut to make room for what varies. */
  promptCut?: string
  /** Lines that the device shows in front of its prompt, as the role of a routing engine: no part of any answer. */
  promptLead?: RegExp
  /** A system shell, where some accounts land, by its prompt; and what leads from there to the command line. */
  systemShell?: { prompt: RegExp; command: string }
  /** Where the device runs commands on channels of their own, without a terminal, that is the way to give them. */
  exec?: ExecDescription
  /** A prompt whose `end` this is has all rights. Without it the account is as it is. */
  privilegedEnd?: string
  /** Sent after each line. */
  newline: '\n' | '\r'
  /** A refusal, when it matches one of the first `refusalLines` lines of an answer. */
  errorPatterns: readonly RegExp[]
  refusalLines: number
  /** Refusals that say: this account has not the right. They are matched like `errorPatterns`. */
  permissionErrors: readonly RegExp[]
  /** Answers that say: not now. */
  busy: readonly RegExp[]
  /** A line, wherever it stands, by which the device says that it broke off half-way. */
  broken?: RegExp
  /**
   * The pager: its mark as the whole last line of what has come, what shows the next page, what the device sends then to
   * wipe the mark, and the lines that no stored text may hold.
   */
  pager: { mark: RegExp; answer: string; wiped: RegExp; residue: RegExp }
  /** A greeting that waits for a key before it prompts. */
  pressAnyKey?: { seen: RegExp; answer: string }
  /** A question before the first prompt that only a person may answer: nothing is typed. */
  blocked?: { seen: RegExp; code: FailureCode; advice: AdviceMessage }
  /** Lines the device puts in front of every answer, dropped wherever they lead one. */
  preamble: readonly RegExp[]
  /** A log line of the device that broke into the session. */
  syslogLine: RegExp
  prepare: readonly ShellStep[]
  /**
   * What begins a line for which the device does nothing, or says that it does not know it: end marks are made of it.
   * Without one a prompt behind an answer is confirmed by a newline.
   */
  comment?: '!' | '#'
  /** Asked when the session is prepared: who answers. */
  identify?: IdentifyCommand
  /** By artifact key. */
  artifacts: Readonly<Record<string, ShellArtifact>>
  logout: string
  /** In place of a code's own advice, where this platform has a better one. */
  advice?: Readonly<Partial<Record<FailureCode, AdviceMessage>>>
  limits: DriverLimits
}

export interface IdentifyCommand {
  command: string
  /**
   * What the answer says of the device, as the artifacts need it.
   * @throws NoText when it is none of this platform, or refuses; output_truncated when its end is missing
   */
  facts: (answer: Buffer, options: DeviceOptions) => ApiFacts
}

export interface ExecDescription {
  /** A harmless command, which finds out who answers. */
  probe: string
  /** What only the command line says to it, also when it refuses. */
  answered: RegExp
  /** What a system shell says to it; then each command is given as `wrap` has it. */
  systemShell: RegExp
  wrap: (command: string) => string
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

export interface DriverLimits extends ShellLimits {
  /** Wait before a device that says "not now" is asked once more. */
  retryMs: number
}

export type ShellStep =
  | { step: 'raise'; command: string; asksName: RegExp; asksSecret: RegExp; refused: readonly RegExp[] }
  | { step: 'try'; command: string }

/** The checks are those of the whole answer. */
export interface ShellArtifact extends TextChecks {
  /** Tried in order until one is not refused. */
  commands: readonly string[]
  /** The answer of a device that legitimately has no such artifact. */
  absent?: RegExp
  /** Leading lines that are the command's words and no part of the artifact. */
  skipLeading?: readonly RegExp[]
  /** Without it the device is not backed up: the run fails. */
  required?: boolean
  /** Takes the text out of what the device puts around it. */
  extract?: (context: RequestContext) => TextExtractor
  /** What is looked for in the text beside. */
  inspect?: (context: RequestContext) => TextInspector
}

/** Keeps the literal types of a description, and checks what the types cannot say. */
export function platform<const P extends Platform>(description: P): P {
  if (!description.transports.includes(description.preferred))
    throw new Error(`${description.id}: prefers a path it has not`)
  for (const [key, artifact] of Object.entries<PlatformArtifact>(description.artifacts)) {
    const foreign = artifact.transports.find((transport) => !description.transports.includes(transport))
    if (foreign) throw new Error(`${description.id}: ${key} is read by ${foreign}, a path it has not`)
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

/** By what a device's API proves itself. */
export function apiProofOf(platform: Platform | undefined): 'ssh_host_key' | 'tls_certificate' {
  return platform?.api?.driver === 'netconf' ? 'ssh_host_key' : 'tls_certificate'
}

/** The step that asks for all rights, with the secret the credential has for it. */
export function enable(how: Omit<Extract<ShellStep, { step: 'raise' }>, 'step'>): ShellStep {
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
