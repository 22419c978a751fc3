import {
  dryRunLimits,
  type DryRunMatch,
  type DryRunOutcome,
  dryRunOutcomes,
  type DryRunRule,
  dryRunRules,
  proposalReasons,
  type ProposedRule,
  type ReportedDryArtifact,
  type ReportedExchange,
} from '../../../shared/agent-protocol/dry-run.ts'
import type { ReceivedFailure } from '../../../shared/messages/failure.ts'
import { readFailure, readMessage } from '../kernel/stored-failure.ts'

/** What a dry run found, validated for shape and limits. Failures may be of another version. */
export interface ReadDryRun {
  exchanges: (Omit<ReportedExchange, 'failure'> & { failure: ReceivedFailure | null })[]
  artifacts: (Omit<ReportedDryArtifact, 'failure'> & { failure: ReceivedFailure | null })[]
  untried: string[]
  proposal: ProposedRule[] | null
}

type ReadExchange = ReadDryRun['exchanges'][number]
type ReadDryArtifact = ReadDryRun['artifacts'][number]

/** Returns the dry run of an agent's report; null without one. Values of the wrong shape become empty. */
export function readDryRunReport(value: unknown): ReadDryRun | null {
  if (!isRecord(value)) return null
  let left: number = dryRunLimits.transcripts
  const exchanges = listIn(value['exchanges'], dryRunLimits.exchanges, isRecord).map((one) => {
    const exchange = readExchange(one, Math.min(left, dryRunLimits.transcript))
    left -= exchange.transcript.length
    return exchange
  })
  return {
    exchanges,
    artifacts: listIn(value['artifacts'], dryRunLimits.artifacts, isRecord).map(readArtifact),
    proposal: isList(value['proposal'])
      ? listIn(value['proposal'], dryRunLimits.proposals, isRecord).flatMap(readProposedRule)
      : null,
    untried: listIn(value['untried'], 2 * dryRunLimits.artifacts, isText).map((key) => key.slice(0, dryRunLimits.text)),
  }
}

function readExchange(value: Record<string, unknown>, most: number): ReadExchange {
  const transcript = typeof value['transcript'] === 'string' ? value['transcript'] : ''
  return {
    reading: countIn(value['reading']),
    stage: value['stage'] === 'login' ? 'login' : 'read',
    artifact: textIn(value['artifact']),
    command: textIn(value['command']),
    size_bytes: countIn(value['size_bytes']),
    duration_ms: countIn(value['duration_ms']),
    transcript: transcript.slice(0, most),
    truncated: value['truncated'] === true || transcript.length > most,
    matches: listIn(value['matches'], dryRunLimits.matches, isRecord).flatMap(readMatch),
    outcome: outcomeIn(value['outcome']),
    reason: readMessage(value['reason']),
    failure: readFailure(value['failure']),
  }
}

function readMatch({ rule, pattern, lines, count }: Record<string, unknown>): DryRunMatch[] {
  if (!(dryRunRules as readonly unknown[]).includes(rule)) return []
  return [
    {
      rule: rule as DryRunRule,
      pattern: textIn(pattern) ?? '',
      lines: listIn(lines, dryRunLimits.linesOfMatch, isCount),
      count: countIn(count),
    },
  ]
}

function readProposedRule({ path, value, reason, command, shown }: Record<string, unknown>): ProposedRule[] {
  const known = proposalReasons.find((one) => one === reason)
  if (!known || !isPath(path) || !isJson(value)) return []
  return [{ path, value, reason: known, command: textIn(command), shown: textIn(shown) }]
}

/** Keys of a document, separated by dots. */
function isPath(value: unknown): value is string {
  return isText(value) && /^[a-z][a-z0-9_-]{0,31}(?:\.[a-z][a-z0-9_-]{0,31}){0,2}$/.test(value)
}

function isJson(value: unknown): value is string {
  if (!isText(value) || value.length > 4 * dryRunLimits.text) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

function readArtifact(value: Record<string, unknown>): ReadDryArtifact {
  const { cuts, changes, size_bytes: size, lines } = value
  return {
    key: textIn(value['key']) ?? '',
    transport: value['transport'] === 'api' ? 'api' : 'ssh',
    outcome: outcomeIn(value['outcome']) ?? 'refused',
    size_bytes: isCount(size) ? size : null,
    lines: isCount(lines) ? lines : null,
    reason: readMessage(value['reason']),
    failure: readFailure(value['failure']),
    cuts: isRecord(cuts) ? readCuts(cuts) : null,
    changes: isRecord(changes) ? readChanges(changes) : null,
  }
}

function readCuts(cuts: Record<string, unknown>): ReportedDryArtifact['cuts'] {
  return {
    step_bytes: countIn(cuts['step_bytes']),
    checked: countIn(cuts['checked']),
    accepted: countIn(cuts['accepted']),
    accepted_at: listIn(cuts['accepted_at'], dryRunLimits.acceptedCuts, isCount),
  }
}

function readChanges(changes: Record<string, unknown>): ReportedDryArtifact['changes'] {
  return {
    changed_lines: countIn(changes['changed_lines']),
    differences: listIn(changes['differences'], dryRunLimits.differences, isRecord).map(
      ({ first, second, proposal }) => ({ first: textIn(first), second: textIn(second), proposal: textIn(proposal) }),
    ),
  }
}

function outcomeIn(value: unknown): DryRunOutcome | null {
  return dryRunOutcomes.find((outcome) => outcome === value) ?? null
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function listIn<T>(value: unknown, most: number, is: (one: unknown) => one is T): T[] {
  return Array.isArray(value) ? value.slice(0, most).filter(is) : []
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 4 * dryRunLimits.text) : null
}

function countIn(value: unknown): number {
  return isCount(value) ? value : 0
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
