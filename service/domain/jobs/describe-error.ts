import type { FailureCode } from '../../../shared/contract/failures.ts'
import { failureWithoutStep } from '../../../shared/messages/failure.ts'
import { renderFailure } from '../../../shared/messages/render.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Job } from '../../store/models/job.ts'
import { openError } from './job-summary.ts'

/** Of a job, what its failure is described from. */
export type FailedJob = Pick<Job, 'id' | 'error' | 'errorCode'>

/**
 * Why a job failed, for people: as the agent reported it, or where the service itself found it, what its code means and what
 * to do. Null for one that did not fail, or whose report went with its customer's keys.
 */
export function describeError(job: FailedJob, keys: TenantKeys | null): string | null {
  if (job.error) return keys && openError(keys, job)
  if (!job.errorCode) return null
  return renderFailure(failureWithoutStep(job.errorCode as FailureCode), 'en')
}
