import { changesDevice } from '../../../shared/agent-protocol/restore-kinds.ts'
import { type FailureCode, failures } from '../../../shared/contract/failures.ts'
import type { Job } from '../../store/models/job.ts'

/** How many leases one job may lose before it is given up; a device's failures are counted apart. */
export const lossBudget = 10

/** What a failure of the device makes of its job. */
export type AfterFailure = { status: 'failed' | 'blocked' } | { status: 'retrying'; notBefore: Date }

/** What the decision needs to know of the device. */
export interface RetrySetting {
  retryAttempts: number
  retryDelayMinutes: number
}

/**
 * Decides what follows a failure: the device's retry setting is spent on failures that may pass by themselves. A refused
 * login is never repeated (accounts lock), a fingerprint waits for a person, a connection test is its own answer, and
 * what changes a device is done at most once.
 * @param job as before the failure was counted
 */
export function afterFailure(
  job: Pick<Job, 'kind' | 'deviceFailures'>,
  { retryAttempts, retryDelayMinutes }: RetrySetting,
  code: FailureCode,
  now: Date,
): AfterFailure {
  if (code === 'fingerprint_unapproved' || code === 'fingerprint_rejected') return { status: 'blocked' }
  const isOnce = job.kind === 'test' || changesDevice(job)
  if (isOnce || !failures[code].again || job.deviceFailures >= retryAttempts) return { status: 'failed' }
  return { status: 'retrying', notBefore: new Date(now.getTime() + retryDelayMinutes * 60_000) }
}

/** A code that this program knows; an agent's own word is not stored. */
export function knownFailure(code: string | undefined): FailureCode {
  return code !== undefined && Object.hasOwn(failures, code) ? (code as FailureCode) : 'internal_error'
}
