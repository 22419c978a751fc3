import type { ReportedResult, ReportedStep } from '../shared/agent-protocol/report.ts'
import { treeFingerprintOf } from '../shared/agent-protocol/tree-fingerprint.ts'
import { message } from '../shared/messages/message.ts'
import { render } from '../shared/messages/render.ts'
import type { Content } from '../shared/repository/content.ts'
import { namedArchive } from './archive/store-archive.ts'
import type { Captured, CapturedArchive, CapturedLongText, CapturedText, CapturedTree } from './collect/captured.ts'
import { DeviceFailure } from './device-failure.ts'
import type { CheckedArtifact, JobResult } from './job-link.ts'
import type { LeasedJob } from './leased-job.ts'
import { platformOfJob } from './platform-of-job.ts'
import { reportedWarnings, type RunWarning } from './run-warnings.ts'
import { createTextNames } from './text-fingerprints.ts'

/** A captured artifact and the fingerprints of its content. */
export interface NamedCapture {
  capture: CapturedText | CapturedLongText | CapturedTree | CapturedArchive
  named: CheckedArtifact
}

/** Computes HMAC fingerprints of each captured content: as captured and normalised. */
export function fingerprintCaptures(job: LeasedJob, captured: Captured): NamedCapture[] {
  return [
    ...captured.texts.map((capture) => ({ capture, named: nameText(job, capture) })),
    ...captured.longTexts.map((capture) => ({ capture, named: nameLongText(job, capture) })),
    ...captured.trees.map((capture) => ({ capture, named: nameTree(job, capture) })),
    ...captured.archives.map((capture) => ({ capture, named: namedArchive(capture) })),
  ]
}

/** @param contents of the texts to store, by `${key}/${transport}`; content that is not needed was not sent */
export function buildJobResult(
  captured: Captured,
  captures: NamedCapture[],
  needed: ReadonlySet<string>,
  contents: ReadonlyMap<string, Content>,
): JobResult {
  const warnings = captures.flatMap(({ capture }) => warningsOf(capture))
  const report: ReportedResult = { ...reportedWarnings(warnings), steps: [], artifacts: {} }
  const artifacts: JobResult['artifacts'] = captures.map(({ capture, named }) => {
    const name = nameOf(named)
    report.artifacts[name] = { metadata: metadataOf(capture) }
    const base = { ...named, captured_at: capture.capturedAt.toISOString() }
    // An archive without stored content is one that the service already had at the first request.
    const isKept = capture.kind !== 'archive' || capture.stored !== undefined
    if (!needed.has(name) || !isKept) return { ...base, state: 'unchanged' }
    if (capture.kind === 'archive') return { ...base, state: 'captured', ...capture.stored }
    if (capture.kind === 'tree') return { ...base, state: 'captured', root: capture.root }
    return { ...base, state: 'captured', content: contents.get(name) }
  })
  for (const { key, transport, reason } of captured.absent) {
    artifacts.push({ key, transport, state: 'absent' })
    report.artifacts[nameOf({ key, transport })] = { message: render(reason, 'en'), reason }
  }
  for (const { key, transport, code, message, failure } of captured.failed) {
    artifacts.push({ key, transport, state: 'failed', error_code: code })
    report.artifacts[nameOf({ key, transport })] = { message, failure }
  }
  return { outcome: 'collected', transport: captured.transport, artifacts, report }
}

/** Returns the result of a run that failed. */
export function findingsOfFailure(failure: DeviceFailure, steps: ReportedStep[] = []): JobResult {
  const outcome = isForAPerson(failure) ? 'blocked' : 'failed'
  const report = { error: failure.message, failure: failure.toData(), warnings: [], steps, artifacts: {} }
  return { outcome, transport: null, error_code: failure.code, artifacts: [], report }
}

export function findingsOfCancel(): JobResult {
  const report = { warnings: [], steps: [], artifacts: {} }
  return { outcome: 'cancelled', transport: null, artifacts: [], report }
}

export function deadlineFailure(): DeviceFailure {
  return new DeviceFailure('deadline_exceeded', {
    step: message('step_running_job'),
    seen: 'it was stopped at its deadline',
  })
}

/** Converts any error to a failure with a code, including internal errors. */
export function failureOf(error: unknown, secrets: readonly string[]): DeviceFailure {
  if (error instanceof DeviceFailure) return error
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new DeviceFailure('internal_error', { step: message('step_running_job'), seen: words }, secrets)
}

export function nameOf({ key, transport }: { key: string; transport: string }): string {
  return `${key}/${transport}`
}

function isForAPerson({ code }: DeviceFailure): boolean {
  return code === 'fingerprint_unapproved' || code === 'fingerprint_rejected' || code === 'address_unapproved'
}

function nameText(job: LeasedJob, { key, transport, raw }: CapturedText): CheckedArtifact {
  const names = createTextNames(job, key)
  names.push(raw)
  return { key, transport, ...names.end() }
}

function nameLongText({ order }: LeasedJob, text: CapturedLongText): CheckedArtifact {
  const { key, transport, fingerprint, normalisedFingerprint } = text
  const revision = platformOfJob(order).normalise?.revision ?? 0
  return {
    key,
    transport,
    fingerprint,
    normalised_fingerprint: normalisedFingerprint,
    normaliser_revision: revision,
  }
}

function nameTree({ target }: LeasedJob, { key, transport, identity }: CapturedTree): CheckedArtifact {
  const fingerprint = treeFingerprintOf(target.chunkIdKey, identity)
  return { key, transport, fingerprint, normalised_fingerprint: fingerprint, normaliser_revision: 0 }
}

function metadataOf(capture: NamedCapture['capture']): Record<string, unknown> {
  if (capture.kind !== 'tree') {
    const problems = capture.problems?.length ?? 0
    return problems > 0 ? { ...capture.metadata, problems } : capture.metadata
  }
  const { counts, warnings } = capture
  return { counts, problems: warnings.filter(({ problem }) => problem !== 'note').length }
}

/** Returns the warnings about an artifact; of a tree, up to a number that a user would read. */
function warningsOf(capture: NamedCapture['capture']): readonly RunWarning[] {
  if (capture.kind !== 'tree') return capture.problems ?? []
  const shown = capture.warnings.slice(0, shownWarnings).map((warning) => warning.message)
  const count = capture.warnings.length - shown.length
  return count > 0 ? [...shown, message('warning_tree_more', { count })] : shown
}

const shownWarnings = 1_000
