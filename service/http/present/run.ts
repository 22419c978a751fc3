import type { components } from '../../../shared/contract/api-types.ts'
import { type FailureCode, failures } from '../../../shared/contract/failures.ts'
import { openField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { logPlace } from '../../domain/jobs/append-log.ts'
import { emptySummary, openError, openSummary } from '../../domain/jobs/job-summary.ts'
import type { Run } from '../../domain/jobs/runs.ts'
import type { JobLogLine } from '../../store/models/job-log-line.ts'

/** @param keys of the run's customer; null when they were destroyed: what they sealed is gone */
export function presentRun(run: Run, keys: TenantKeys | null): components['schemas']['Run'] {
  const { artifacts, steps, warnings } = keys ? openSummary(keys, run) : emptySummary
  return {
    id: run.id,
    tenant_id: run.tenantId,
    device_id: run.deviceId,
    device_name: run.deviceName,
    kind: run.kind,
    trigger: run.trigger,
    occurrence_at: run.occurrenceAt?.toISOString() ?? null,
    requested_by: run.requestedBy,
    status: run.status,
    error: errorOf(run, keys),
    error_code: run.errorCode,
    queued_at: run.queuedAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
    agent_id: run.agentId,
    transport: run.transport,
    attempts: run.attempts,
    device_failures: run.deviceFailures,
    losses: run.losses,
    lab_mode: run.labMode,
    host_not_compared: run.hostNotCompared,
    cancel_requested: run.cancelRequestedAt !== null,
    artifacts,
    steps,
    warnings,
  }
}

export function presentLogLine(line: JobLogLine, keys: TenantKeys): components['schemas']['LogLine'] {
  return {
    seq: line.seq,
    at: line.at.toISOString(),
    level: line.level,
    line: openField(keys, logPlace(line.jobId), line.line).toString(),
  }
}

/** What the service itself found has no words of a device's: its code says it, and what to try. */
function errorOf(run: Run, keys: TenantKeys | null): string | null {
  if (run.error) return keys && openError(keys, run)
  if (!run.errorCode) return null
  return `${run.deviceName}: ${explanations[run.errorCode] ?? run.errorCode}. Try: ${adviceFor(run.errorCode)}.`
}

const explanations: Record<string, string> = {
  agent_lost: 'the agent that worked on it was lost, again and again',
  no_agent: 'no authorised agent took the job for 24 hours',
  deadline_exceeded: 'the job was not over at its deadline, and the agent did not end it',
}

function adviceFor(code: string): string {
  return Object.hasOwn(failures, code) ? failures[code as FailureCode].advice : 'see the log'
}
