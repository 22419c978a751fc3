import type { components } from '../../../shared/contract/api-types.ts'
import { type Locale, isKnownCode } from '../../../shared/messages/create-renderer.ts'
import { type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { cloudPlatforms } from '../../domain/jobs/cloud/cloud-platforms.ts'
import { type ArtifactOutcome, type TestStep, emptySummary, openSummary } from '../../domain/jobs/job-summary.ts'
import { readJobFailure } from '../../domain/jobs/read-job-failure.ts'
import type { WaitReason } from '../../domain/jobs/find-wait-reasons.ts'
import type { Run } from '../../domain/jobs/runs.ts'
import { presentError, presentFailure } from './failure.ts'

/**
 * @param keys of the run's tenant; null if they were destroyed, with all that they encrypt
 * @param suspicions why versions need a review, by version id
 * @param waits why no agent can take a queued run, by run id
 */
export function presentRun(
  run: Run,
  keys: TenantKeys | null,
  suspicions: ReadonlyMap<string, ReceivedMessage[]> = new Map(),
  waits: ReadonlyMap<string, WaitReason> = new Map(),
  locale: Locale = 'en',
): components['schemas']['Run'] {
  const { artifacts, steps, warnings } = keys ? openSummary(keys, run) : emptySummary
  const reason = waits.get(run.id)
  return {
    id: run.id,
    tenant_id: run.tenantId,
    device_id: run.deviceId,
    device_name: run.deviceName,
    kind: run.kind,
    trigger: run.trigger,
    ...(run.claimedChange && { claimed_change: run.claimedChange }),
    occurrence_at: run.occurrenceAt?.toISOString() ?? null,
    requested_by: run.requestedBy,
    status: run.status,
    ...presentError(readJobFailure(run, keys), locale),
    error_code: run.errorCode,
    queued_at: run.queuedAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
    agent_id: cloudPlatforms.includes(run.platform) ? null : run.agentId,
    ...(run.platformVersion !== null && { platform_version: run.platformVersion }),
    transport: run.transport,
    attempts: run.attempts,
    device_failures: run.deviceFailures,
    losses: run.losses,
    lab_mode: run.labMode,
    host_not_compared: run.hostNotCompared,
    cancel_requested: run.cancelRequestedAt !== null,
    artifacts: artifacts.map((artifact) => {
      const found = suspicions.get(artifact.version_id ?? '')
      const outcome = presentOutcome(artifact, locale)
      return found ? { ...outcome, suspicious: found.map((one) => render(one, locale)), suspicions: found } : outcome
    }),
    steps: steps.map((step) => presentStep(step, locale)),
    ...(run.status === 'running' && run.progress && { progress: run.progress }),
    warnings: warnings.map((warning) => render(warning, locale)),
    warning_messages: warnings,
    ...(reason && { waiting: presentWaiting(reason, run, locale) }),
    restore: run.versionId === null ? null : presentRestore(run, run.versionId),
  }
}

function presentOutcome(
  { failure, reason, ...outcome }: ArtifactOutcome,
  locale: Locale,
): components['schemas']['RunArtifact'] {
  if (reason) return { ...outcome, message: render(reason, locale), reason }
  if (!failure) return outcome
  const presented = presentFailure(failure, locale)
  return { ...outcome, message: presented.message, failure: presented }
}

function presentStep(
  { name, failure, last_lines: lines, ...step }: TestStep,
  locale: Locale,
): components['schemas']['TestStep'] {
  const what = failure?.step ?? stepMessage(name)
  const presented = failure && presentFailure(failure, locale)
  const shown = lines && render(message('failure_last_lines', { lines: lines.join(' ⏎ ') }), locale)
  const detail = [presented?.message, shown].filter((text) => text !== undefined).join(' ')
  return {
    ...step,
    name: step.ok ? name : render(what, locale),
    step: what,
    ...(detail !== '' && { detail }),
    ...(presented && { failure: presented }),
    ...(lines && { last_lines: lines }),
  }
}

/** Returns the message of a step, by the name that the agent reports, or by the text that an earlier version stored. */
function stepMessage(name: string): ReceivedMessage {
  const code = `test_step_${name}`
  return isKnownCode(code) ? { code, params: {} } : { code: 'legacy_text', params: { text: name } }
}

function presentWaiting(
  code: WaitReason,
  { platform }: Pick<Run, 'platform'>,
  locale: Locale,
): NonNullable<components['schemas']['Run']['waiting']> {
  const reason = code === 'platform_unsupported' ? message(`waiting_${code}`, { platform }) : message(`waiting_${code}`)
  return { code, params: reason.params, message: render(reason, locale) }
}

function presentRestore(run: Run, versionId: string): components['schemas']['RunRestore'] {
  const { id, restoreId, confirmMinutes, verifiedAt, pending } = run
  return {
    run_id: restoreId ?? id,
    version_id: versionId,
    confirm_minutes: confirmMinutes ?? 0,
    confirm_until: pending?.confirmUntil.toISOString() ?? null,
    remaining_seconds: pending?.remainingSeconds ?? null,
    verified_at: verifiedAt?.toISOString() ?? null,
  }
}
