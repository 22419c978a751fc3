import { Job } from '../../store/models/job.ts'
import { readRows } from '../../store/read-rows.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'

/** The lease that an agent presents for a job. */
export interface LeaseClaim {
  agentId: string
  jobId: string
  leaseId: string
}

/**
 * `current`: the lease holds the job. `late`: the lease has ended, but no newer one was granted, so its result is still
 * accepted. `lost`: another lease was granted, or the job has ended.
 */
export type LeaseState = 'current' | 'late' | 'lost'

/** A job and the state of a lease for it. A lease of an unknown job is lost. */
export type ClaimedJob = { job: Job; leaseState: LeaseState } | { job: null; leaseState: 'lost' }

/** Returns the jobs of these leases, in order, with their rows locked. Two callers lock them in the same order. */
export function lockLeasedJobs(context: TenantContext, claims: readonly LeaseClaim[]): Promise<ClaimedJob[]> {
  return readClaimedJobs(context, claims, 'order by id for update')
}

/** Returns the job of one lease, with its row locked. */
export async function lockLeasedJob(context: TenantContext, claim: LeaseClaim): Promise<ClaimedJob> {
  const [claimed] = await lockLeasedJobs(context, [claim])
  return claimed ?? unknownJob
}

/** Returns the job of each lease that is current or late, in order, and null for the others. */
export async function leasedJobs(context: TenantContext, claims: readonly LeaseClaim[]): Promise<(Job | null)[]> {
  const claimed = await readClaimedJobs(context, claims, '')
  return claimed.map(({ job, leaseState }) => (leaseState === 'lost' ? null : job))
}

/** The job of a lease that is current or late. @throws DomainError 409 `lease_lost` */
export async function leasedJob(context: TenantContext, claim: LeaseClaim): Promise<Job> {
  const [job] = await leasedJobs(context, [claim])
  if (!job) throw leaseLost()
  return job
}

export function leaseLost(): DomainError {
  return new DomainError('lease_lost')
}

const unknownJob = { job: null, leaseState: 'lost' } as const

async function readClaimedJobs(
  context: TenantContext,
  claims: readonly LeaseClaim[],
  locking: string,
): Promise<ClaimedJob[]> {
  const { trx, tenantId } = context
  const ids = [...new Set(claims.map(({ jobId }) => jobId))]
  const sql = `select * from jobs where tenant_id = ? and id = any(?::uuid[]) ${locking}`
  const jobs = new Map((await readRows(trx, Job, sql, [tenantId, ids])).map((job) => [job.id, job]))
  const unleased = [...jobs.values()].filter((job) => job.leaseId === null && canContinue(job))
  const attempts = await readLastAttempts(context, unleased)
  return claims.map((claim) => {
    const job = jobs.get(claim.jobId)
    return job ? { job, leaseState: determineLeaseState(job, attempts.get(job.id), claim) } : unknownJob
  })
}

interface LastAttempt {
  job_id: string
  lease_id: string
  agent_id: string
  outcome: string | null
}

async function readLastAttempts({ trx, tenantId }: TenantContext, jobs: Job[]): Promise<Map<string, LastAttempt>> {
  if (jobs.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: LastAttempt[] }>(
    `select distinct on (job_id) job_id, lease_id, agent_id, outcome from job_attempts
     where tenant_id = ? and job_id = any(?::uuid[])
     order by job_id, number desc`,
    [tenantId, jobs.map(({ id }) => id)],
  )
  return new Map(rows.map((row) => [row.job_id, row]))
}

function determineLeaseState(job: Job, last: LastAttempt | undefined, { agentId, leaseId }: LeaseClaim): LeaseState {
  if (job.leaseId !== null) return job.leaseId === leaseId && job.agentId === agentId ? 'current' : 'lost'
  return last?.lease_id === leaseId && last.agent_id === agentId && last.outcome === 'lost' ? 'late' : 'lost'
}

/** Also for a job that is unknown because its lease was lost. */
function canContinue({ status, errorCode }: Job): boolean {
  return status !== 'cancelled' && (['queued', 'retrying'].includes(status) || errorCode === 'agent_lost')
}
