import { type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { type ReceivedFailure, failureWithoutStep } from '../../../shared/messages/failure.ts'
import { type TenantKeys } from '../../keys/tenant-keys.ts'
import { openField, sealField } from '../../keys/sealed-field.ts'
import { convertFailure, convertStepDetail } from '../../store/legacy-sentences/failures.ts'
import type { Job } from '../../store/models/job.ts'
import { convertStoredFailure, parseFailure } from '../kernel/stored-failure.ts'
import type { LegacyTexts } from '../kernel/text-conversion/legacy-texts.ts'

/** The outcome of one artifact. */
export interface ArtifactOutcome extends Pick<
  components['schemas']['RunArtifact'],
  'key' | 'transport' | 'outcome' | 'version_id' | 'code'
> {
  /** Why it is absent. */
  reason?: ReceivedMessage
  failure?: ReceivedFailure
}

/** One step of a connection test; `name` is the agent's word for it, or the code of the step that failed. */
export interface TestStep {
  name: string
  ok: boolean
  duration_ms: number
  failure?: ReceivedFailure
  last_lines?: string[]
}

/** The outcome of a run: artifacts, steps of a test, warnings. */
export interface JobSummary {
  artifacts: ArtifactOutcome[]
  steps: TestStep[]
  warnings: ReceivedMessage[]
}

export const emptySummary: JobSummary = { artifacts: [], steps: [], warnings: [] }

/** Sealed, because it may quote a configuration. */
export function sealSummary(keys: TenantKeys, jobId: string, summary: JobSummary): Buffer {
  return sealField(keys, summaryBinding(jobId), JSON.stringify(summary))
}

export function openSummary(keys: TenantKeys, job: Pick<Job, 'id' | 'summary' | 'errorCode'>): JobSummary {
  if (!job.summary) return emptySummary
  return parseSummary(openField(keys, summaryBinding(job.id), job.summary).toString(), job.errorCode)
}

/** Returns a stored summary; sentences of earlier versions are replaced by failures. */
function parseSummary(stored: string, errorCode: FailureCode | null): JobSummary {
  const summary = JSON.parse(stored) as StoredSummary
  return convertSummary(summary, errorCode) ?? (summary as JobSummary)
}

/** With the sentences that earlier versions stored. */
interface StoredSummary {
  artifacts: (ArtifactOutcome & { message?: string })[]
  steps: (TestStep & { detail?: string })[]
  warnings: (ReceivedMessage | string)[]
}

/** Returns null for a summary without sentences. */
function convertSummary(
  { artifacts, steps, warnings }: StoredSummary,
  errorCode: FailureCode | null,
): JobSummary | null {
  const isLegacy =
    artifacts.some((one) => one.message !== undefined) ||
    steps.some(({ detail }) => detail !== undefined) ||
    warnings.some((warning) => typeof warning === 'string')
  if (!isLegacy) return null
  return {
    artifacts: artifacts.map((artifact) => {
      const { message: text, ...outcome } = artifact
      if (text === undefined) return outcome
      if (outcome.outcome !== 'failed') return { ...outcome, reason: message('legacy_text', { text }) }
      return { ...outcome, failure: convertFailure(text, artifact.code ?? 'internal_error') }
    }),
    steps: steps.map(({ detail, ...step }) => convertStep(step, detail, errorCode)),
    warnings: warnings.map(convertWarning),
  }
}

/** Returns a stored warning; earlier versions stored its text. */
export function convertWarning(warning: ReceivedMessage | string): ReceivedMessage {
  return typeof warning === 'string' ? message('legacy_text', { text: warning }) : warning
}

/**
 * Returns a step whose detail an earlier version of the agent or the service described in a sentence. One that failed is
 * named by the code of what it did.
 */
export function convertStep(step: TestStep, detail: string | undefined, errorCode: FailureCode | null): TestStep {
  if (step.failure || detail === undefined) return step
  const converted = convertStepDetail(detail, errorCode ?? 'internal_error')
  return { ...step, name: converted.failure.step?.code ?? step.name, ...converted }
}

/**
 * Returns a failure with the code that the service uses for decisions: an agent of another version may have sent
 * another.
 */
export function withCode(failure: ReceivedFailure | null, code: FailureCode): ReceivedFailure {
  return failure ? { ...failure, code } : failureWithoutStep(code)
}

/** Why a job failed; it may quote the device. */
export function sealFailure(keys: TenantKeys, jobId: string, failure: ReceivedFailure): Buffer {
  return sealField(keys, errorBinding(jobId), JSON.stringify(failure))
}

/** Null if the failure consists of its code alone. */
export function openFailure(keys: TenantKeys, job: Pick<Job, 'id' | 'error' | 'errorCode'>): ReceivedFailure | null {
  return job.error && parseFailure(openField(keys, errorBinding(job.id), job.error).toString(), job.errorCode)
}

/** Earlier versions stored why a job, an artifact or a step failed as sentences. */
export const legacyJobTexts: LegacyTexts = {
  codeColumn: 'error_code',
  columns: {
    error: convertStoredFailure,
    summary: (stored, errorCode) => {
      const converted = convertSummary(JSON.parse(stored) as StoredSummary, errorCode)
      return converted && JSON.stringify(converted)
    },
  },
}

function errorBinding(row: string) {
  return { row, field: 'error' }
}

function summaryBinding(row: string) {
  return { row, field: 'summary' }
}
