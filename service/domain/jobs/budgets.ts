import { changesDevice } from '../../../shared/agent-protocol/restore-kinds.ts'
import { type FailureCode, failures } from '../../../shared/contract/failures.ts'
import type { Job } from '../../store/models/job.ts'

/** How many leases one job may lose before it is given up; a device's failures are counted apart. */
export const lossBudget = 10

/** What a failure of the device makes of its job. */
export type AfterFailure = { status: 'failed' | 'blocked' } | { status: 'retrying'; notBefore: Date }

/** What another attempt cannot change: a user decides. */
const awaitsPerson: readonly FailureCode[] = ['fingerprint_unapproved', 'fingerprint_rejected', 'address_unapproved']

/** How often a run begins again because its device is edited again and again. */
const mostRestarts = 10

/** What the decision needs to know of the device. */
export interface RetrySetting {
  retryAttempts: number
  retryDelayMinutes: number
}

/**
 * Decides what follows a failure: the device's retry setting is spent on failures that may pass by themselves. A refused
 * login is never repeated (accounts lock), fingerprints and addresses wait for a user, a connection test is its own answer, and
 * what changes a device is done at most once. A run whose device was edited begins again with the new settings.
 * @param job as before the failure was counted
 */
export function afterFailure(
  job: Pick<Job, 'kind' | 'deviceFailures' | 'attempts'>,
  { retryAttempts, retryDelayMinutes }: RetrySetting,
  code: FailureCode,
  now: Date,
): AfterFailure {
  if (awaitsPerson.includes(code)) return { status: 'blocked' }
  if (code === 'superseded' && !changesDevice(job) && job.attempts < mostRestarts) {
    return { status: 'retrying', notBefore: now }
  }
  const isOnce = job.kind === 'test' || changesDevice(job)
  if (isOnce || !failures[code].again || job.deviceFailures >= retryAttempts) return { status: 'failed' }
  return { status: 'retrying', notBefore: new Date(now.getTime() + retryDelayMinutes * 60_000) }
}

/** A code that this program knows; an agent's own word is not stored. */
export function knownFailure(code: string | undefined): FailureCode {
  return code !== undefined && Object.hasOwn(failures, code) ? (code as FailureCode) : 'internal_error'
}
