import type { ReportedResult, ReportedStep } from '../shared/agent-protocol/report.ts'
import { treeFingerprintOf } from '../shared/agent-protocol/tree-fingerprint.ts'
import { createNormaliser } from '../shared/platforms/normalise.ts'
import { platformById } from '../shared/platforms/registry.ts'
import type { Content } from '../shared/repository/content.ts'
import { createFingerprint, fingerprintOf } from '../shared/repository/fingerprint.ts'
import type { Captured, CapturedText, CapturedTree, TreeWarning } from './collect/captured.ts'
import { DeviceFailure } from './device-failure.ts'
import type { CheckedArtifact, Findings } from './job-link.ts'
import type { LeasedJob } from './leased-job.ts'

/** What was captured of an artifact, and the name of its content. */
export interface NamedCapture {
  capture: CapturedText | CapturedTree
  named: CheckedArtifact
}

/** Names each captured content by HMACs: as it is, and as it is compared. */
export function nameCaptures(job: LeasedJob, captured: Captured): NamedCapture[] {
  return [
    ...captured.texts.map((capture) => ({ capture, named: nameText(job, capture) })),
    ...captured.trees.map((capture) => ({ capture, named: nameTree(job, capture) })),
  ]
}

/** @param contents of the texts that were sent, by `${key}/${transport}`; what is not needed was not sent */
export function findingsOf(
  captured: Captured,
  captures: NamedCapture[],
  needed: ReadonlySet<string>,
  contents: ReadonlyMap<string, Content>,
): Findings {
  const report: ReportedResult = { warnings: [], steps: [], artifacts: {} }
  const artifacts: Findings['artifacts'] = captures.map(({ capture, named }) => {
    const name = nameOf(named)
    report.artifacts[name] = { metadata: metadataOf(capture) }
    if (capture.kind === 'tree') report.warnings.push(...wordsOf(capture.warnings))
    const base = { ...named, captured_at: capture.capturedAt.toISOString() }
    if (!needed.has(name)) return { ...base, state: 'unchanged' }
    if (capture.kind === 'tree') return { ...base, state: 'captured', root: capture.root }
    return { ...base, state: 'captured', content: contents.get(name) }
  })
  for (const { key, transport, reason } of captured.absent) {
    artifacts.push({ key, transport, state: 'absent' })
    report.artifacts[nameOf({ key, transport })] = { message: reason }
  }
  for (const { key, transport, code, message } of captured.failed) {
    artifacts.push({ key, transport, state: 'failed', error_code: code })
    report.artifacts[nameOf({ key, transport })] = { message }
  }
  return { outcome: 'collected', transport: captured.transport, artifacts, report }
}

/** The outcome of a run that did not come to its end. */
export function findingsOfFailure(failure: DeviceFailure, steps: ReportedStep[] = []): Findings {
  const outcome = isForAPerson(failure) ? 'blocked' : 'failed'
  const report = { error: failure.message, warnings: [], steps, artifacts: {} }
  return { outcome, transport: null, error_code: failure.code, artifacts: [], report }
}

export function findingsOfCancel(): Findings {
  const report = { warnings: [], steps: [], artifacts: {} }
  return { outcome: 'cancelled', transport: null, artifacts: [], report }
}

export function deadlineFailure(): DeviceFailure {
  return new DeviceFailure('deadline_exceeded', { step: 'running the job', seen: 'it was stopped at its deadline' })
}

/** Whatever was thrown, as a failure with a code. Our own mistakes have one too. */
export function failureOf(error: unknown, secrets: readonly string[]): DeviceFailure {
  if (error instanceof DeviceFailure) return error
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new DeviceFailure('internal_error', { step: 'running the job', seen: words }, secrets)
}

export function nameOf({ key, transport }: { key: string; transport: string }): string {
  return `${key}/${transport}`
}

function isForAPerson({ code }: DeviceFailure): boolean {
  return code === 'fingerprint_unapproved' || code === 'fingerprint_rejected'
}

function nameText({ order, target }: LeasedJob, { key, transport, raw }: CapturedText): CheckedArtifact {
  const platform = platformById(order.device.platform)
  if (!platform) throw new Error(`captured from ${order.device.platform}, which is no platform`)
  const normaliser = createNormaliser(platform, key)
  const normalised = createFingerprint(target.chunkIdKey)
  for (let at = 0; at < raw.length; at += piece) normalised.push(normaliser.push(raw.subarray(at, at + piece)))
  normalised.push(normaliser.end())
  return {
    key,
    transport,
    fingerprint: fingerprintOf(target.chunkIdKey, raw),
    normalised_fingerprint: normalised.end(),
    normaliser_revision: platform.normalise?.revision ?? 0,
  }
}

function nameTree({ target }: LeasedJob, { key, transport, identity }: CapturedTree): CheckedArtifact {
  const fingerprint = treeFingerprintOf(target.chunkIdKey, identity)
  return { key, transport, fingerprint, normalised_fingerprint: fingerprint, normaliser_revision: 0 }
}

function metadataOf(capture: CapturedText | CapturedTree): Record<string, unknown> {
  if (capture.kind === 'text') return capture.metadata
  const { counts, warnings } = capture
  return { counts, problems: warnings.filter(({ problem }) => problem !== 'note').length }
}

/** In words, up to what a person would read. */
function wordsOf(warnings: TreeWarning[]): string[] {
  const shown = warnings
    .slice(0, shownWarnings)
    .map(({ path, problem, message }) => (path === undefined ? message : `/${path} (${problem}): ${message}`))
  const left = warnings.length - shown.length
  return left > 0 ? [...shown, `${left} more are not listed here`] : shown
}

const shownWarnings = 1_000

/** Bytes of a text that are normalised at a time. */
const piece = 256 * 1024
