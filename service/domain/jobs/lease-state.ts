import { JobAttempt } from '../../store/models/job-attempt.ts'
import { Job } from '../../store/models/job.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'

/** Under which lease an agent speaks of a job. */
export interface LeaseClaim {
  agentId: string
  jobId: string
  leaseId: string
}

/**
 * `current`: the job is this lease's. `late`: the lease has ended, and no newer one was given: what it brings is still
 * wanted. `lost`: somebody else's, or over.
 */
export type LeaseState = 'current' | 'late' | 'lost'

/** The job, locked, and how the lease stands to it. An unknown job is as lost as one that was given to another. */
export async function lockLeasedJob(
  context: TenantContext,
  claim: LeaseClaim,
): Promise<{ job: Job; standing: LeaseState } | { job: null; standing: 'lost' }> {
  const job = await Job.query(context.trx).findById(claim.jobId).forUpdate()
  if (!job) return { job: null, standing: 'lost' }
  return { job, standing: await standingOf(context.trx, job, claim) }
}

/** The job of a lease that is current or late. @throws DomainError 409 `lease_lost` */
export async function leasedJob(context: TenantContext, claim: LeaseClaim): Promise<Job> {
  const job = await Job.query(context.trx).findById(claim.jobId)
  if (!job || (await standingOf(context.trx, job, claim)) === 'lost') throw leaseLost()
  return job
}

export function leaseLost(): DomainError {
  return new DomainError('lease_lost')
}

async function standingOf(trx: ScopedTransaction, job: Job, { agentId, leaseId }: LeaseClaim): Promise<LeaseState> {
  if (job.leaseId !== null) return job.leaseId === leaseId && job.agentId === agentId ? 'current' : 'lost'
  const mayGoOn = ['queued', 'retrying'].includes(job.status) || job.errorCode === 'agent_lost' // also what is unknown
  if (!mayGoOn || job.status === 'cancelled') return 'lost'
  const last = await JobAttempt.query(trx)
    .where({ tenantId: job.tenantId, jobId: job.id })
    .orderBy('number', 'desc')
    .first()
  return last?.leaseId === leaseId && last.agentId === agentId && last.outcome === 'lost' ? 'late' : 'lost'
}
