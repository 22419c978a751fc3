import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { Job } from '../../store/models/job.ts'
import { recordAudits } from '../kernel/audit/record-audit.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'
import { endJobs } from './end-job.ts'
import { expireLeases } from './expire-leases.ts'
import { beginAttempts, writeAttempts } from './heartbeat.ts'
import type { ReceivedResult, ReadyResult, ResultAnswer, WriteEnd } from './job-results.ts'
import type { DecidedEnd, JobContext, JobKinds, LeasedJob } from './job-kind.ts'
import { forgetCheckpoints } from './record-progress.ts'
import { writeVersions } from './write-versions.ts'

interface WriteDependencies {
  keys: TenantKeys
  kinds: JobKinds
  intervals: Intervals
  timeZone: string
}

interface Decided extends ReadyResult {
  /** Null: the agent stopped before it finished, and another agent may run the job. */
  decision: DecidedEnd | null
}

/**
 * Writes results: versions, jobs, devices, answers and audit records. A result that does not fit its job is rejected before
 * anything is written for it. The number of statements does not depend on the number of results.
 */
export async function writeResults(
  context: TenantContext,
  dependencies: WriteDependencies,
  ready: readonly ReadyResult[],
): Promise<Map<ReceivedResult, WriteEnd>> {
  const ends = new Map<ReceivedResult, WriteEnd>()
  if (ready.length === 0) return ends
  const begun = ready.filter(({ leaseState, job }) => leaseState === 'current' && job.status !== 'running')
  beginAttempts(context.now, begun, dependencies.intervals)
  const decided = ready.flatMap((one): Decided[] => {
    if (one.leaseState === 'late') one.job.agentId = one.given.claim.agentId
    try {
      return [{ ...one, decision: decide(context, dependencies, one) }]
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      ends.set(one.given, { kind: 'rejected', error })
      return []
    }
  })
  const written = await writeFound(context, dependencies, decided, ends)
  const isWritten = new Set(written.map(({ job }) => job))
  await writeAttempts(
    context,
    begun.map(({ job }) => job).filter((job) => isWritten.has(job)),
  )
  await endWritten(context, dependencies, written)
  await storeAnswers(context, written)
  for (const { given, job } of written) {
    ends.set(given, { kind: 'answered', answer: { status: job.status }, isNew: true })
  }
  return ends
}

function decide(
  { now }: TenantContext,
  { kinds, keys }: WriteDependencies,
  { job, device, given: { result }, report, examined }: ReadyResult,
): DecidedEnd | null {
  return kinds[job.kind].decide({ job, device, result, report, examined, keys, now })
}

/** Writes the versions. Returns the results that are still to be written. */
async function writeFound(
  context: TenantContext,
  { keys }: WriteDependencies,
  decided: readonly Decided[],
  ends: Map<ReceivedResult, WriteEnd>,
): Promise<Decided[]> {
  const withContent = decided.filter(({ examined }) => examined.length > 0)
  if (withContent.length === 0) return [...decided]
  const outcomes = await writeVersions(context, withContent, keys)
  return decided.filter((one) => {
    const outcome = outcomes.get(one) ?? 'written'
    if (outcome === 'moved') ends.set(one.given, { kind: 'moved' })
    else if (outcome !== 'written') ends.set(one.given, { kind: 'rejected', error: outcome })
    return outcome === 'written'
  })
}

/** Ends the attempts and updates each `job` to its row. */
async function endWritten(
  { trx, now }: TenantContext,
  { kinds, timeZone }: WriteDependencies,
  written: readonly Decided[],
): Promise<void> {
  const context: JobContext = { trx, now, kinds }
  const endings = written.flatMap(({ job, device, given, decision, receivedAt: reportedAt }) =>
    decision ? [{ job, device, lease: given.claim.leaseId, end: decision.end, reportedAt }] : [],
  )
  await endJobs(context, endings, timeZone)
  for (const { job, decision } of written) await decision?.afterwards?.(context, job)
  const left = written.filter(({ decision }) => decision === null).map(({ job }) => job)
  await release(context, left)
}

/** Ends the leases of agents that stopped before they finished, so that others can run the jobs. */
async function release(context: JobContext, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const leased = jobs.filter((job): job is Job & LeasedJob => job.leaseId !== null)
  await expireLeases(
    context,
    leased.map(({ id, tenantId, leaseId, kind }) => ({ id, tenantId, leaseId, kind })),
    'ended',
  )
  const after = await Job.query(context.trx).findByIds(jobs.map(({ id }) => id))
  const statuses = new Map(after.map(({ id, status }) => [id, status]))
  for (const job of jobs) job.status = statuses.get(job.id) ?? 'queued'
}

async function storeAnswers(context: TenantContext, written: readonly Decided[]): Promise<void> {
  if (written.length === 0) return
  const { trx, tenantId, now } = context
  await trx.raw(
    `insert into job_results (tenant_id, job_id, lease_id, body_hash, status, answer, created_at)
     select :tenantId, r.job_id, r.lease_id, r.body_hash, 200, r.answer::jsonb, :now
     from unnest(:jobs::uuid[], :leases::uuid[], :hashes::bytea[], :answers::text[])
       as r (job_id, lease_id, body_hash, answer)`,
    {
      tenantId,
      now,
      jobs: written.map(({ job }) => job.id),
      leases: written.map(({ given }) => given.claim.leaseId),
      hashes: written.map(({ given }) => given.bodyHash),
      answers: written.map(({ job }) => JSON.stringify({ status: job.status } satisfies ResultAnswer)),
    },
  )
  const complete = written.filter(
    ({ job, device }) =>
      job.kind === 'backup' && device.checkpointRoot && ['succeeded', 'unchanged', 'partial'].includes(job.status),
  )
  await forgetCheckpoints(
    context,
    complete.map(({ job }) => job.deviceId),
  )
  await recordAudits(
    context,
    'backup.commit',
    written.map(({ job, examined, leaseState, given: { origin } }) => ({
      kind: 'run',
      id: job.id,
      ...(origin && { origin }),
      outcome: job.status === 'failed' || job.status === 'blocked' ? 'failed' : 'done',
      detail: {
        device_id: job.deviceId,
        kind: job.kind,
        status: job.status,
        late: leaseState === 'late',
        versions: examined.flatMap((one) => (one.state === 'changed' ? one.versionId : [])),
      },
    })),
  )
}
