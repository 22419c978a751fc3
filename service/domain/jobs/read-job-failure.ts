import { type ReceivedFailure, failureWithoutStep } from '../../../shared/messages/failure.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Job } from '../../store/models/job.ts'
import { openFailure } from './job-summary.ts'

/** Of a job, what its failure is read from. */
export type FailedJob = Pick<Job, 'id' | 'error' | 'errorCode'>

/**
 * Returns why a job failed: as the agent reported it, or where the service itself found it, its code and the advice for it.
 * Null for one that did not fail, or whose report went with its customer's keys.
 */
export function readJobFailure(job: FailedJob, keys: TenantKeys | null): ReceivedFailure | null {
  if (job.error) return keys && openFailure(keys, job)
  return job.errorCode && failureWithoutStep(job.errorCode)
}
