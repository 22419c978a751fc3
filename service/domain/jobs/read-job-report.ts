import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { ReceivedFailure } from '../../../shared/messages/failure.ts'
import { isKnownCode } from '../../../shared/messages/create-renderer.ts'
import { type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import { type ReportedStep, openReport, reportKeyOf } from '../../../shared/agent-protocol/report.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { convertFailure } from '../../store/legacy-sentences/failures.ts'
import { invalidField } from '../kernel/domain-error.ts'
import { readFailure, readMessage } from '../kernel/stored-failure.ts'
import { type TestStep, convertStep } from './job-summary.ts'
import { type ReadDryRun, readDryRunReport } from './read-dry-run-report.ts'

/** The parts of a result that may quote a device, validated for shape and limits. */
export interface ReadReport {
  failure: ReceivedFailure | null
  warnings: ReceivedMessage[]
  steps: TestStep[]
  /** By `${key}/${transport}`. */
  artifacts: Map<string, ReadArtifact>
  /** Of a dry run. */
  dryRun: ReadDryRun | null
}

/** `reason`: why it is absent. `message`: why it is absent or failed, from an agent of an earlier release. */
export interface ReadArtifact {
  metadata: Record<string, unknown>
  message?: string
  reason: ReceivedMessage | null
  failure: ReceivedFailure | null
}

const limits = { text: 8_192, warnings: 1_010, steps: 100, lines: 20, artifacts: 100, metadataBytes: 64 * 1024 }

/**
 * Returns an agent's report. A failure that an agent of an earlier release described in a sentence is converted.
 * @param code of the run's failure
 * @throws DomainError 422 for a report that cannot be opened for this lease, or is malformed
 */
export function readJobReport(
  keys: TenantKeys,
  { jobId, leaseId }: { jobId: string; leaseId: string },
  sealed: string,
  code: FailureCode,
): ReadReport {
  const report = openReported(keys, jobId, leaseId, sealed)
  if (!isRecord(report)) throw invalidField('sealed', 'report_invalid')
  return {
    failure: failureIn(report['failure'], report['error'], code),
    warnings: warningsIn(report['warnings'], report['warning_messages']),
    steps: listIn(report['steps'], limits.steps)
      .filter(isStep)
      .map((step) => readStep(step, code)),
    artifacts: artifactsIn(report['artifacts']),
    dryRun: readDryRunReport(report['dry_run']),
  }
}

function openReported(keys: TenantKeys, jobId: string, leaseId: string, sealed: string): unknown {
  try {
    return openReport(reportKeyOf(keys.dataKey, leaseId), { jobId, leaseId, purpose: 'result' }, sealed)
  } catch {
    throw invalidField('sealed', 'sealed_for_other_lease')
  }
}

function artifactsIn(value: unknown): ReadReport['artifacts'] {
  const entries = isRecord(value) ? Object.entries(value).slice(0, limits.artifacts) : []
  return new Map(
    entries.map(([name, artifact]) => {
      const { metadata, message, reason, failure } = isRecord(artifact) ? artifact : {}
      return [
        name,
        {
          metadata: metadataOf(metadata),
          ...(isText(message) && { message: cut(message) }),
          reason: readMessage(reason),
          failure: readFailure(failure),
        },
      ]
    }),
  )
}

function failureIn(failure: unknown, sentence: unknown, code: FailureCode): ReceivedFailure | null {
  return readFailure(failure) ?? (isText(sentence) ? convertFailure(cut(sentence), code) : null)
}

/**
 * Returns the warnings of a report. One without a code that this version knows is from another release: its text is
 * shown as it is.
 */
function warningsIn(texts: unknown, messages: unknown): ReceivedMessage[] {
  const received = listIn(messages, limits.warnings).map(readMessage)
  return listIn(texts, limits.warnings).flatMap((text, at) => {
    const found = received[at]
    if (found && isKnownCode(found.code)) return [found]
    return isText(text) ? [message('legacy_text', { text: cut(text) })] : []
  })
}

/** Metadata that is too large is dropped: it is not part of the backup. */
function metadataOf(value: unknown): Record<string, unknown> {
  return isRecord(value) && JSON.stringify(value).length <= limits.metadataBytes ? value : {}
}

function isStep(value: unknown): value is ReportedStep {
  if (!isRecord(value)) return false
  return isText(value['name']) && typeof value['ok'] === 'boolean' && Number.isFinite(value['duration_ms'])
}

/** The name of a step that failed is the code of its step: its text is in the failure. */
function readStep({ name, ok, duration_ms, detail, ...rest }: ReportedStep, code: FailureCode): TestStep {
  const failure = readFailure(rest.failure)
  if (!failure) return convertStep({ name: cut(name), ok, duration_ms }, isText(detail) ? cut(detail) : undefined, code)
  const lines = listIn(rest.last_lines, limits.lines).filter(isText).map(cut)
  const step = { name: failure.step?.code ?? cut(name), ok, duration_ms, failure }
  return lines.length > 0 ? { ...step, last_lines: lines } : step
}

function listIn(value: unknown, most: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cut(text: string): string {
  return text.slice(0, limits.text)
}
