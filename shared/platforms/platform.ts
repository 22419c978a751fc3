import type { FailureCode } from '../contract/failures.ts'
import type { AdviceMessage } from '../messages/failure.ts'
import type { TruncationEvidence } from './truncation-evidence.ts'
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
import type { Evidence, OutlineSection, PlatformDocument } from './documents/document.ts'
import type { VerbFamily } from './documents/display-verbs.ts'
import type { ReadOnlyRules } from './documents/read-only.ts'
import type { ChangeMessages } from './change-messages.ts'
import type { Normalisation } from './normalisation.ts'

export type Transport = 'ssh' | 'api'

/** `text`: a lineage of versions compared as lines. `blob`: a tree or an archive, one snapshot per version. */
export type ArtifactKind = 'text' | 'blob'

/**
 * Description of one type of device: data for the service, the agent and the console. The code that uses it is in
 * `agent/collect/`.
 */
export interface Platform {
  id: string
  /** Display name. */
  name: string
  vendor?: string
  /** Of a stored platform: what it was compiled from. */
  document?: PlatformDocument
  /** What the description was tested with. Absent: `test/fixtures` has recordings. */
  evidence?: Evidence
  /** The supported transports, in no order. */
  transports: readonly Transport[]
  /** Tried first if the device does not specify a transport. */
  preferred: Transport
  /** `service`: a cloud that the service reads itself, without an agent. The device's address is ignored. */
  reachedBy?: 'service'
  /** By artifact key, in display and collection order. */
  artifacts: Readonly<Record<string, PlatformArtifact>>
  /** JSON Schema (2020-12) of a device's `options`. It is closed, so that a misspelt option is rejected. */
  options: OptionsSchema
  ssh?: ShellDescription | FileTreeDescription | FilesDescription | BigipDescription
  api?: RequestsDescription | CloudDescription | NetconfDescription | BigipRestDescription
  /** By artifact key: lines with facts of the device, in groups named after them. */
  facts?: Readonly<Record<string, readonly RegExp[]>>
  /** Lines with secrets, in their groups. They are masked in transcripts and summaries, never in stored texts. */
  secrets?: readonly RegExp[]
  /** How texts are divided into blocks. */
  outline?: Outline
  /** How texts are compared; absent if the platform has only blobs. */
  normalise?: Normalisation
  /** For texts of which a part may be missing because it could not be read. */
  partial?: PartialText
  /** By artifact key, for texts without an end mark in a shell: how a cut is detected. */
  cutEvidence?: Readonly<Record<string, TruncationEvidence>>
  /** Two artifacts of the same time that should be equivalent, and their known differences. */
  divergence?: UnsavedChanges
  /** Messages after which an agent requests a backup of the device that sent them. */
  changes?: ChangeMessages
  /** Without it, the platform does not support restores. */
  restore?: RestoreDescription
}

/** By indentation, by braces at the ends of lines, or by lines that begin a section. */
export type Outline = Exclude<OutlineSection, object> | { section: RegExp }

/** Compares texts that list their unread parts. */
export interface PartialText {
  /** Returns both without the parts that the later one could not read; null if it is complete. */
  withoutUnread(before: Uint8Array, now: Uint8Array): { before: Uint8Array; now: Uint8Array } | null
  /** Returns the number of parts of the earlier one that the device no longer has, according to the later one. */
  countGone(before: Uint8Array, now: Uint8Array): number
}

/** What can be restored to a device. The agent has a procedure for it. */
export interface RestoreDescription {
  /**
   * The only restorable artifact, and only as collected over SSH. Its `inspect` determines whether a text is complete.
   */
  key: string
}

export interface PlatformArtifact {
  kind: ArtifactKind
  transports: readonly Transport[]
  /** For a blob that is one file with members; a blob without it is a tree. */
  archive?: ArchiveDescription
  /** Collected only if this option of the device is true. */
  onDemand?: string
  /** Available only as a download: never shown, compared or searched. */
  secret?: true
  /** The text of an extra command, which is collected whatever artifacts the device's options list. */
  isExtra?: true
}

/** A file that contains others: a gzipped tar, stored byte for byte, whose members can be browsed like a tree. */
export interface ArchiveDescription {
  /**
   * Members that determine whether an archive changed, by path without a leading slash. All others differ in each
   * export. A text is compared as the artifact `as`, other members byte for byte.
   */
  identity: readonly { members: RegExp; as?: string }[]
  /** Each must match the path of a member, or the archive is incomplete. */
  requiredMembers: readonly RegExp[]
  /** The text compared in place of members that cannot be read. */
  companion?: string
  /** Extension of the downloaded file, such as `ucs`. */
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
  /** Indented blocks, by their first line, that this comparison omits. */
  omit: readonly RegExp[]
}

/** A server's rsync over SSH. Its options are described in a separate file. */
export interface FileTreeDescription {
  driver: 'file-tree'
}

/** Files of a device, read over SCP, which states the size of each. */
export interface FilesDescription {
  driver: 'files'
  /** By artifact key. */
  artifacts: Readonly<Record<string, TextChecks & FileArtifact>>
  limits: ShellLimits
}

export interface FileArtifact {
  path: string
  required?: boolean
  inspect?: () => TextInspector
}

/** The API of a vendor's cloud: endpoints by artifact key. A separate procedure uses it (agent/procedures/). */
export interface CloudDescription {
  driver: 'netco_meraki'
  port: number
  endpoints: Readonly<Record<string, readonly string[]>>
  limits: RequestLimits
}

/** Shared by a load balancer's two transports. */
export interface BigipWords {
  /** Patterns of error output. tmsh writes errors to either stream, and its status is not reliable. */
  errorPatterns: readonly RegExp[]
  /** Error patterns for missing permissions. */
  permissionErrors: readonly RegExp[]
  /** How a complete configuration is recognised: the saved file, and the listing of a restricted account. */
  scf: { saved: TextChecks; listed: TextChecks }
  /** Creating an archive takes minutes. */
  archive: { makingMs: number; maxBytes: number }
}

/** A load balancer's command line, used without a terminal by its own procedure (agent/procedures/). */
export interface BigipDescription extends BigipWords {
  driver: 'lbco_bigip'
  /** For each command except those that create archives. */
  limits: ShellLimits
}

/** Its API, iControl REST, used by another procedure. */
export interface BigipRestDescription
  extends BigipWords, Pick<RequestsDescription, 'port' | 'login' | 'limits' | 'advice'> {
  driver: 'lbco_bigip_rest'
}

/** A command line session. All patterns apply to text with `\n` line ends and without escape sequences. */
export interface ShellDescription {
  /** For values other than `shell`, a procedure prepares the session for the artifacts and ends it. */
  driver: 'shell' | 'fortios-shell'
  /** A line that may be a prompt. Group `host` identifies the device, `end` is the last character. */
  prompt: RegExp
  /** Text between the two (mode, cluster state) that may change while it is the same prompt. */
  promptVaries: RegExp
  /** Follows a host name that is shortened to make room for the variable part. */
  promptCut?: string
  /** Lines that precede the prompt, such as the role of a routing engine. They are not part of any output. */
  promptLead?: RegExp
  /** Prompt of a system shell in which some accounts start, and the command that starts the command line. */
  systemShell?: { prompt: RegExp; command: string }
  /** For devices that run commands on separate channels without a terminal, which is then used. */
  exec?: ExecDescription
  /** `end` of a prompt with full permissions. If absent, the account is used as it is. */
  privilegedEnd?: string
  /** Sent after each line. */
  newline: '\n' | '\r'
  /** An error if it matches one of the first `refusalLines` lines of the output. */
  errorPatterns: readonly RegExp[]
  refusalLines: number
  /** Error patterns for missing permissions, matched like `errorPatterns`. */
  permissionErrors: readonly RegExp[]
  /** Output of a temporarily busy device. */
  busy: readonly RegExp[]
  /** A line at any position by which the device reports incomplete output. */
  broken?: RegExp
  /**
   * The pager: its mark as the complete last line, the key for the next page, the sequence that wipes the mark, and
   * lines that no stored text may contain.
   */
  pager: { mark: RegExp; answer: string; wiped: RegExp; residue: RegExp }
  /** A greeting that waits for a key before the prompt. */
  pressAnyKey?: { seen: RegExp; answer: string }
  /** Questions before the first prompt, each answered once. */
  questions?: readonly LoginQuestion[]
  /** Numbered menus within the answer to a command, each answered once. */
  choices?: readonly { seen: RegExp; answer: string }[]
  /** The commands that may be sent; absent: those of this description, which is part of the product. */
  readOnly?: ReadOnlyRules
  /** The display verbs that extra commands may use; a document has them in `readOnly`. */
  verbs?: VerbFamily
  /** A question before the first prompt that only a user may answer: nothing is sent. */
  blocked?: { seen: RegExp; code: FailureCode; advice: AdviceMessage }
  /** Lines before every output, which are removed. */
  preamble: readonly RegExp[]
  /** A log line of the device within the session. */
  syslogLine: RegExp
  prepare: readonly ShellStep[]
  /**
   * Start of a line that the device ignores or rejects as unknown, used for end marks. Without one, a prompt is
   * confirmed by a newline.
   */
  comment?: '!' | '#'
  /** Run when the session is prepared, to identify the device. */
  identify?: IdentifyCommand
  /** By artifact key. */
  artifacts: Readonly<Record<string, ShellArtifact>>
  logout: string
  /** Replaces a code's default advice for this platform. */
  advice?: Readonly<Partial<Record<FailureCode, AdviceMessage>>>
  limits: DriverLimits
}

export interface IdentifyCommand {
  command: string
  /**
   * Returns the facts that artifacts need.
   * @throws ArtifactUnavailable if it is another platform or an error; output_truncated if its end is missing
   */
  facts: (answer: Buffer, options: DeviceOptions) => ApiFacts
}

/** `key` is sent alone, `line` and the parts of the credential with a line end. */
export type LoginQuestion = { seen: RegExp } & (
  { key: string } | { line: string } | { answer: 'username' | 'password' }
)

export interface ExecDescription {
  /** A harmless command that identifies the device. */
  probe: string
  /** Output that only the command line has, also for an error. */
  answered: RegExp
  /** Output of a system shell; commands are then sent as `wrap` specifies. */
  systemShell: RegExp
  wrap: (command: string) => string
}

export interface ShellLimits {
  /** Longest wait for a prompt during login and preparation, in milliseconds. */
  promptMs: number
  /** Longest silence within an output, in milliseconds. */
  idleMs: number
  /** Longest time for one output, in milliseconds. */
  totalMs: number
  /** Largest output, in bytes. */
  maxBytes: number
}

export interface DriverLimits extends ShellLimits {
  /** Wait in milliseconds before one more attempt on a busy device. */
  retryMs: number
}

export type ShellStep =
  | { step: 'raise'; command: string; asksName: RegExp; asksSecret: RegExp; refused: readonly RegExp[] }
  | { step: 'try'; command: string }

/** The checks apply to the whole output. */
export interface ShellArtifact extends TextChecks {
  /** Tried in order until one is not rejected. */
  commands: readonly string[]
  /** Output of a device that legitimately has no such artifact. */
  absent?: RegExp
  /** Leading lines of the command that are not part of the artifact. */
  skipLeading?: readonly RegExp[]
  /** Limits that differ from those of the other artifacts. */
  limits?: Readonly<Partial<Pick<ShellLimits, 'idleMs' | 'totalMs'>>>
  /** Whether the run fails without it. */
  required?: boolean
  /** The command is an extra one: it is sent after all others, and nothing that it causes ends the run. */
  isExtra?: true
  /** Extracts the text from the output. */
  extract?: (context: RequestContext) => TextExtractor
  /** Inspects the text while it is extracted. */
  inspect?: (context: RequestContext) => TextInspector
}

/** Preserves the literal types of a description, and checks what types cannot express. */
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

/** Returns the default port of a platform's API. */
export function apiPortOf(platform: Platform | undefined): number {
  return platform?.api?.port ?? 443
}

/** Returns the kind of fingerprint by which a platform's API is identified. */
export function apiProofOf(platform: Platform | undefined): 'ssh_host_key' | 'tls_certificate' {
  return platform?.api?.driver === 'netconf' ? 'ssh_host_key' : 'tls_certificate'
}

/** Returns the step that requests full permissions, with the credential's enable secret. */
export function enable(how: Omit<Extract<ShellStep, { step: 'raise' }>, 'step'>): ShellStep {
  return { step: 'raise', ...how }
}

/** Returns a command whose rejection is ignored. */
export function optional(command: string): ShellStep {
  return { step: 'try', command }
}

/**
 * Returns the options that the contract defines for every platform. Those of an unsupported transport are stored
 * without effect. `artifacts` may contain only the given keys.
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
