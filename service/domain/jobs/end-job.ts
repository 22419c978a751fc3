import type { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'
import { sendSignals } from '../../store/pg-notify.ts'
import type { JobContext, JobEnd } from './job-kind.ts'

/** How the attempt of a job ends. Its row is locked. */
export interface Ending {
  job: Job
  /** Lease of the attempt; null without an attempt. */
  lease: string | null
  end: JobEnd
  /** The row of its device, where this transaction has read it. */
  device?: Device
  /** When its result arrived; absent if it has none. */
  reportedAt?: Date
}

/** The lease has ended. */
const noLease = {
  sessionId: null,
  leaseId: null,
  claimId: null,
  offerExpiresAt: null,
  leaseExpiresAt: null,
  deadlineAt: null,
} as const

/**
 * Ends attempts, releases their devices, and lets each job's kind record the end. Each `job` is in its state after the
 * end. The number of statements does not depend on the number of jobs.
 */
export async function endJobs(context: JobContext, endings: readonly Ending[], timeZone = 'UTC'): Promise<void> {
  if (endings.length === 0) return
  const waiting = await writeEnds(context, endings)
  const byKind = Map.groupBy(endings, ({ job }) => job.kind)
  for (const [kind, ended] of byKind) await context.kinds[kind].onEnd(context, ended, timeZone)
  const retried = endings.filter(({ job }) => job.status === 'retrying').map(({ job }) => job.tenantId)
  await sendSignals(context.trx, 'jobs', [...new Set([...waiting, ...retried])])
}

/** Ends the attempt of one job. */
export async function endJob(
  context: JobContext,
  job: Job,
  lease: string | null,
  end: JobEnd,
  timeZone = 'UTC',
): Promise<void> {
  await endJobs(context, [{ job, lease, end }], timeZone)
}

/** Returns the tenants of other jobs that wait for these devices. */
async function writeEnds({ trx, now }: JobContext, endings: readonly Ending[]): Promise<string[]> {
  for (const { job, end } of endings) Object.assign(job, changeOf(job, end, now))
  const column = <T>(value: (ending: Ending) => T) => endings.map(value)
  const date = (value: (job: Job) => Date | null) => endings.map(({ job }) => value(job)?.toISOString() ?? null)
  const { rows } = await trx.raw<{ rows: { tenant_id: string }[] }>(writeEndsSql, {
    now,
    tenants: column(({ job }) => job.tenantId),
    ids: column(({ job }) => job.id),
    devices: column(({ job }) => job.deviceId),
    leases: column(({ lease }) => lease),
    agents: column(({ job }) => job.agentId),
    statuses: column(({ job }) => job.status),
    codes: column(({ job }) => job.errorCode),
    errors: column(({ job }) => job.error),
    summaries: column(({ job }) => job.summary),
    transports: column(({ job }) => job.transport),
    failures: column(({ job }) => job.deviceFailures),
    finishedAt: date((job) => job.finishedAt),
    notBefore: date((job) => job.notBefore),
    confirmUntil: date((job) => job.confirmUntil),
    heldUntil: date((job) => job.heldUntil),
    checkAt: date((job) => job.checkAt),
    verifiedAt: date((job) => job.verifiedAt),
    reportedAt: column(({ reportedAt }) => reportedAt?.toISOString() ?? null),
  })
  return rows.map((row) => row.tenant_id)
}

function changeOf(job: Job, end: JobEnd, now: Date): Partial<Job> {
  const isOver = end.status !== 'retrying' && end.status !== 'awaiting_confirmation'
  return {
    ...noLease,
    status: end.status,
    errorCode: end.errorCode ?? null,
    error: end.error ?? null,
    summary: end.summary ?? null,
    transport: end.transport ?? job.transport,
    deviceFailures: job.deviceFailures + (end.deviceFailure ? 1 : 0),
    finishedAt: isOver ? now : null,
    ...(end.notBefore && { notBefore: end.notBefore }),
    ...end.restore,
  }
}

/** Jobs that waited before the statement, without those that it ends. */
const writeEndsSql = `with ended as (
    select * from unnest(
      :tenants::uuid[], :ids::uuid[], :devices::uuid[], :leases::uuid[], :agents::uuid[], :statuses::text[],
      :codes::text[], :errors::bytea[], :summaries::bytea[], :transports::text[], :failures::int[],
      :finishedAt::timestamptz[], :notBefore::timestamptz[], :confirmUntil::timestamptz[], :heldUntil::timestamptz[],
      :checkAt::timestamptz[], :verifiedAt::timestamptz[],
      :reportedAt::timestamptz[])
      as e (tenant_id, id, device_id, lease_id, agent_id, status, error_code, error, summary, transport, failures,
        finished_at, not_before, confirm_until, held_until, check_at, verified_at, reported_at)),
  changed as (
    update jobs j set session_id = null, lease_id = null, claim_id = null, offer_expires_at = null,
      lease_expires_at = null, deadline_at = null, agent_id = e.agent_id, status = e.status, error_code = e.error_code,
      error = e.error, summary = e.summary, transport = e.transport, device_failures = e.failures,
      finished_at = e.finished_at, not_before = e.not_before, confirm_until = e.confirm_until,
      held_until = e.held_until, check_at = e.check_at, verified_at = e.verified_at
    from ended e where j.tenant_id = e.tenant_id and j.id = e.id),
  freed as (
    delete from device_leases l using ended e
    where l.tenant_id = e.tenant_id and l.device_id = e.device_id and l.lease_id = e.lease_id),
  closed as (
    update job_attempts a set ended_at = :now, outcome = e.status, error_code = e.error_code,
      reported_at = e.reported_at,
      committed_at = case when e.reported_at is not null
        then cast(:now as timestamptz) + (clock_timestamp() - transaction_timestamp()) end
    from ended e
    where a.tenant_id = e.tenant_id and a.job_id = e.id and a.lease_id = e.lease_id)
  select distinct j.tenant_id from ended e join jobs j on j.tenant_id = e.tenant_id and j.device_id = e.device_id
  where j.status in ('queued', 'retrying') and j.id <> all(:ids::uuid[])`
