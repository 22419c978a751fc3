import { changesDevice } from '../../../shared/agent-protocol/restore-kinds.ts'
import { type FailureCode, failures } from '../../../shared/contract/failures.ts'
import type { Job } from '../../store/models/job.ts'

/** How many leases a job may lose before it ends as `agent_lost`. Failures of the device are counted separately. */
export const lossBudget = 10

/** What follows from a failure of the device. */
export type AfterFailure = { status: 'failed' | 'blocked' } | { status: 'retrying'; notBefore: Date }

/** Failures that another attempt cannot change: a user has to act. */
const awaitsUser: readonly FailureCode[] = ['fingerprint_unapproved', 'fingerprint_rejected', 'address_unapproved']

/** How often a run restarts because its device was edited. */
const maxRestarts = 10

/** The device's data that the decision needs. */
export interface RetrySetting {
  retryAttempts: number
  retryDelayMinutes: number
}

/**
 * Decides what follows a failure. The device's retry setting applies to failures that may be temporary. A failed login
 * is never repeated, because accounts lock. Fingerprints and addresses wait for a user. A connection test or a
 * dry run is never repeated, and a job that changes a device runs at most once. A run whose device was edited restarts with the new
 * settings.
 * @param job as before the failure was counted
 */
export function afterFailure(
  job: Pick<Job, 'kind' | 'deviceFailures' | 'attempts'>,
  { retryAttempts, retryDelayMinutes }: RetrySetting,
  code: FailureCode,
  now: Date,
): AfterFailure {
  if (awaitsUser.includes(code)) return { status: 'blocked' }
  if (code === 'superseded' && !changesDevice(job) && job.attempts < maxRestarts) {
    return { status: 'retrying', notBefore: now }
  }
  const isOnce = job.kind === 'test' || job.kind === 'dry_run' || changesDevice(job)
  if (isOnce || !failures[code].again || job.deviceFailures >= retryAttempts) return { status: 'failed' }
  return { status: 'retrying', notBefore: new Date(now.getTime() + retryDelayMinutes * 60_000) }
}

/** Returns a code that this version knows; other codes of an agent are not stored. */
export function knownFailure(code: string | undefined): FailureCode {
  return code !== undefined && Object.hasOwn(failures, code) ? (code as FailureCode) : 'internal_error'
}
