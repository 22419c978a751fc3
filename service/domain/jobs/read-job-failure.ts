import { type ReceivedFailure, failureWithoutStep } from '../../../shared/messages/failure.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Job } from '../../store/models/job.ts'
import { openFailure } from './job-summary.ts'

/** The fields of a job from which its failure is read. */
export type FailedJob = Pick<Job, 'id' | 'error' | 'errorCode'>

/**
 * Returns why a job failed: as the agent reported it, or, if the service found the failure, its code and advice. Null
 * for a job that did not fail, or whose report was destroyed with its tenant's keys.
 */
export function readJobFailure(job: FailedJob, keys: TenantKeys | null): ReceivedFailure | null {
  if (job.error) return keys && openFailure(keys, job)
  return job.errorCode && failureWithoutStep(job.errorCode)
}
