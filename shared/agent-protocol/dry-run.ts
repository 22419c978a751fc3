import type { Failure } from '../messages/failure.ts'
import type { ReceivedMessage } from '../messages/message.ts'
import type { Transport } from '../platforms/platform.ts'

/** The version of dry runs that this program supports. */
export const dryRunFormat = 2

/** The version of dry runs that an agent needs to try a document, and to explore a device. */
export const neededDryRunFormat = { try: 1, propose: 2 } as const

/** How often a dry run reads the device. */
export interface DryRunOrder {
  readings: number
  intervalSeconds: number
  /** Explores the device and proposes rules, instead of trying those of the document. */
  proposes: boolean
}

/** Limits of a reported dry run. The service applies them too: agents are not trusted. */
export const dryRunLimits = {
  /** Characters of one transcript, and of all transcripts of a run. */
  transcript: 256 * 1024,
  transcripts: 1024 * 1024,
  exchanges: 100,
  artifacts: 50,
  matches: 300,
  linesOfMatch: 50,
  acceptedCuts: 20,
  differences: 50,
  proposals: 60,
  /** Characters of a line, a pattern or a command. */
  text: 1_000,
} as const

export const dryRunOutcomes = ['accepted', 'absent', 'refused'] as const
/** What a backup would do: store the text, record that the device has none, or fail. */
export type DryRunOutcome = (typeof dryRunOutcomes)[number]

/** The keys of a document that contain patterns of lines. */
export const dryRunRules = [
  'absent',
  'broken',
  'busy',
  'contains',
  'denied',
  'error',
  'fact',
  'first',
  'ignored',
  'last',
  'lead',
  'login',
  'pager',
  'preamble',
  'prompt',
  'secret',
  'skip',
  'sorted',
  'syslog',
  'volatile',
] as const
export type DryRunRule = (typeof dryRunRules)[number]

/** A pattern and the lines of a transcript that match it, from 1. `count` includes lines that are not listed. */
export interface DryRunMatch {
  rule: DryRunRule
  pattern: string
  lines: number[]
  count: number
}

/** The login with all that precedes the first artifact, or one command, request or file. */
export interface ReportedExchange {
  /** 1 or 2. */
  reading: number
  stage: 'login' | 'read'
  artifact: string | null
  command: string | null
  size_bytes: number
  duration_ms: number
  /** As a terminal shows it, with masked secrets. */
  transcript: string
  truncated: boolean
  matches: DryRunMatch[]
  /** Null for a login that succeeded. */
  outcome: DryRunOutcome | null
  reason: ReceivedMessage | null
  failure: Failure | null
}

/** The cuts of a text that the document accepts as complete. */
export interface DryRunCuts {
  step_bytes: number
  checked: number
  accepted: number
  /** The first ones, in bytes. */
  accepted_at: number[]
}

/** Lines in which two readings differ although the document's rules for comparisons were applied. */
export interface DryRunChanges {
  changed_lines: number
  /** The first ones. `proposal`: a pattern for `compare.volatile`. */
  differences: { first: string | null; second: string | null; proposal: string | null }[]
}

/** The last outcome of one artifact. */
export interface ReportedDryArtifact {
  key: string
  transport: Transport
  outcome: DryRunOutcome
  /** Of the text that a backup would store. */
  size_bytes: number | null
  lines: number | null
  reason: ReceivedMessage | null
  failure: Failure | null
  /** Null without a text, and for one that is too long to be cut. */
  cuts: DryRunCuts | null
  /** Null unless two readings succeeded. */
  changes: DryRunChanges | null
}

export const proposalReasons = [
  'answered',
  'brackets_closed',
  'channel_closed',
  'command_rejected',
  'contains_fact',
  'contains_secret',
  'lines_counted',
  'login_question',
  'newline_ignored',
  'page_continued',
  'pager_off',
  'privileged_mode',
  'prompt_repeated',
  'unique_last_line',
] as const
/** What an agent observed. */
export type ProposalReason = (typeof proposalReasons)[number]

/** A rule that an agent proposes for a device without a document, with what the device showed. */
export interface ProposedRule {
  /** Keys of the document, such as `ssh.pager`. */
  path: string
  /** In JSON. Items of a list are added to those of the document. */
  value: string
  reason: ProposalReason
  /** Null for the login. */
  command: string | null
  /** A line of the device, with masked secrets; null if its silence is the evidence. */
  shown: string | null
}

/** What a dry run found. It contains configurations. */
export interface ReportedDryRun {
  exchanges: ReportedExchange[]
  artifacts: ReportedDryArtifact[]
  /** Artifacts that the document also reads over a connection method that was not used. */
  untried: string[]
  /** Null unless the job `proposes` and the agent found a prompt. */
  proposal: ProposedRule[] | null
}
