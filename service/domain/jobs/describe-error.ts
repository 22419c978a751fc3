import { type FailureCode, failures } from '../../../shared/contract/failures.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Job } from '../../store/models/job.ts'
import { openError } from './job-summary.ts'

/** Of a job, what its failure is told from. */
export type FailedJob = Pick<Job, 'id' | 'error' | 'errorCode'>

/**
 * Why a job failed, for people: the agent's words, or where the service itself found it, what its code means and what to
 * try. Null for one that did not fail, or whose words went with its customer's keys.
 */
export function describeError(job: FailedJob, deviceName: string, keys: TenantKeys | null): string | null {
  if (job.error) return keys && openError(keys, job)
  if (!job.errorCode) return null
  return `${deviceName}: ${explanations[job.errorCode] ?? job.errorCode}. Try: ${adviceFor(job.errorCode)}.`
}

const explanations: Record<string, string> = {
  agent_lost: 'the agent that worked on it was lost',
  no_agent: 'no authorised agent took the job in time',
  deadline_exceeded: 'the job was not over at its deadline, and the agent did not end it',
  restore_not_begun: 'the agent that was offered it did not begin',
  restore_not_committed: 'the agent was lost before it committed anything, and the device runs what it ran before',
  restore_not_confirmed: 'the commit was not confirmed in time',
  restore_unknown: 'nobody knows yet what became of it',
}

function adviceFor(code: string): string {
  return Object.hasOwn(failures, code) ? failures[code as FailureCode].advice : 'see the log'
}
