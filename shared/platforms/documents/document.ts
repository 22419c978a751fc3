import type { VerbFamily } from './display-verbs.ts'

/**
 * A platform as a document: the values of a YAML file. `schema.ts` defines the same structure for programs that write
 * documents, `docs/platforms-documents.md` describes it for people.
 */
export interface PlatformDocument {
  /** Version of the format. */
  coffer: 1
  id: string
  name?: string
  vendor?: string
  /** Rises with each change of what is compared. */
  revision?: number
  /** The document whose values apply where this one has none. */
  extends?: string
  /** A document that others extend; it is not a platform. */
  base?: boolean
  evidence?: Evidence
  /** Verbs of commands that only show something, besides those of `verbs`. */
  allow?: string[]
  verbs?: VerbFamily
  ssh?: ShellSection
  files?: Record<string, FileArtifactSection>
  api?: ApiSection
  /** Null removes an artifact of the extended document. */
  artifacts?: Record<string, ArtifactSection | null>
  compare?: CompareSection
  /** Patterns whose groups are secrets. */
  secrets?: string[]
  /** By artifact: patterns whose groups are named after facts. */
  facts?: Record<string, string[]>
  outline?: OutlineSection
  unsaved?: { running: string; saved: string; omit?: string[] } | null
  changes?: ChangesSection | null
}

export interface Evidence {
  /** `replayed`: recorded or whole texts of devices. `partly`: single outputs. `modelled`: vendor documents only. */
  level: 'replayed' | 'partly' | 'modelled'
  note?: string
}

export interface ShellSection {
  prompt: {
    /** What precedes the end: it identifies the device. */
    host: string
    /** What may change while it is the same prompt, such as the state of a cluster. */
    varies?: string
    /** The last character with all rights; without `user`, up to four characters of which it is one. */
    privileged: string
    /** The last character without them. */
    user?: string
  }
  /** A line that precedes the prompt. */
  lead?: string
  newline?: 'lf' | 'cr'
  comment?: '!' | '#' | null
  /** The prompt of a system shell in which some accounts start, and the command that opens the command line. */
  system_shell?: { prompt: string; command: string }
  /** For devices that run commands on channels without a terminal: a command, and what only this platform answers. */
  exec?: { probe: string; answered: string }
  login?: LoginStepSection[]
  /** Numbered menus within the answer to a command, and the number to choose. */
  choices?: { seen: string; number: number }[]
  /** A question that only a person may answer. */
  blocked?: string
  enable?: { command: string; name?: string; secret?: string; refused?: string[] } | null
  prepare?: string[]
  pager?: { mark: string; key?: string } | null
  errors?: string[]
  denied?: string[]
  busy?: string[]
  broken?: string
  preamble?: string[]
  syslog?: string
  /** Also with the answers to questions that follow. */
  logout?: string | string[]
  timeouts?: TimeoutSection
  /** Largest output in MiB. */
  max_mib?: number
}

/** A question before the first prompt, and its answer: a key, a line, or a part of the credential. */
export interface LoginStepSection {
  seen: string
  key?: string
  line?: string
  answer?: 'username' | 'password'
}

/** In seconds. */
export interface TimeoutSection {
  /** Until a prompt appears. */
  prompt?: number
  /** Without output. */
  silence?: number
  /** For one output. */
  output?: number
}

/** How a complete text is recognised. Null removes a rule of the extended document. */
export interface CompleteSection {
  first?: string | null
  last?: string | null
  contains?: string[] | null
  min_lines?: number | null
  /** Every bracket is closed. */
  brackets?: boolean | null
}

export interface ArtifactSection extends CompleteSection {
  commands: string[]
  required?: boolean
  skip?: string[]
  absent?: string
  timeouts?: Omit<TimeoutSection, 'prompt'>
}

export interface FileArtifactSection extends CompleteSection {
  path: string
  required?: boolean
}

export interface ApiSection {
  port?: number
  login: 'basic' | 'bearer'
  /** The first request, which verifies the login. */
  check: { path: string; contains?: string }
  requests: Record<string, RequestSection>
  /** `prompt` is without meaning here. */
  timeouts?: TimeoutSection
}

export interface RequestSection extends CompleteSection {
  path: string
  required?: boolean
  headers?: Record<string, string>
  /** Content type of the response. */
  type?: string
}

export interface CompareSection {
  volatile?: (string | RuleSection)[]
  ignored?: (string | RuleSection)[]
  sorted?: (string | RuleSection)[]
}

export interface RuleSection {
  pattern: string
  /** Replaces every match of a line, not only the first. For `volatile`. */
  every?: boolean
  artifacts?: string[]
  /** Only in blocks that begin with this line. */
  within?: string
}

/** Messages that report a change of the configuration. */
export interface ChangesSection {
  syslog?: { contains: string | string[]; unless?: string | string[]; author?: string }[]
  /** OIDs of SNMP notifications. */
  traps?: string[]
}

export type OutlineSection = 'indent' | 'braces' | { section: string }

/** Facts that patterns may name. */
export const factNames = ['author', 'hostname', 'model', 'os_version', 'serial', 'uptime', 'vendor'] as const
export type FactName = (typeof factNames)[number]
