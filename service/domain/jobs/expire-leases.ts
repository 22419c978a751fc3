import { Job } from '../../store/models/job.ts'
import { sendSignals } from '../../store/pg-notify.ts'
import type { SystemContext } from '../kernel/context.ts'
import { lossBudget } from './retry-policy.ts'
import type { JobContext, LeasedJob, WorkerLoss } from './job-kind.ts'

/**
 * Ends leases whose work is lost: the agent is gone, or stopped it. Each is a loss of its job, which is queued again, ends
 * as `cancelled` if that was requested, or as `agent_lost` after `lossBudget` losses; a kind may end its jobs otherwise.
 * The attempt keeps its lease id: a late result is accepted until a newer lease was granted.
 */
export async function expireLeases(context: JobContext, jobs: readonly LeasedJob[], worker: WorkerLoss): Promise<void> {
  const { trx, now, kinds } = context
  const requeued: LeasedJob[] = []
  for (const job of jobs) {
    if ((await kinds[job.kind].onLeaseLost(context, job, worker)) === 'requeue') requeued.push(job)
  }
  if (requeued.length > 0) {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `with wanted as (select * from unnest(?::uuid[], ?::uuid[], ?::uuid[]) as w (tenant_id, id, lease_id)),
       freed as (
         delete from device_leases d using wanted w
         where d.tenant_id = w.tenant_id and d.job_id = w.id and d.lease_id = w.lease_id),
       ended as (
         update job_attempts a set ended_at = ?, outcome = 'lost', error_code = 'agent_lost' from wanted w
         where a.tenant_id = w.tenant_id and a.job_id = w.id and a.lease_id = w.lease_id and a.ended_at is null),
       lost as (
         update jobs j set
           losses = j.losses + 1, lease_id = null, session_id = null, claim_id = null,
           offer_expires_at = null, lease_expires_at = null, deadline_at = null,
           agent_id = case when j.cancel_requested_at is null and j.losses + 1 < ? then null else j.agent_id end,
           status = case when j.cancel_requested_at is not null then 'cancelled'
                         when j.losses + 1 >= ? then 'failed' else 'queued' end,
           error_code = case when j.cancel_requested_at is null and j.losses + 1 >= ? then 'agent_lost' end,
           finished_at = case when j.cancel_requested_at is not null or j.losses + 1 >= ? then ?::timestamptz end,
           not_before = ?
         from wanted w where j.tenant_id = w.tenant_id and j.id = w.id and j.lease_id = w.lease_id
         returning j.id, j.status)
       select id from lost where status <> 'queued'`,
      [...columns(requeued), now, lossBudget, lossBudget, lossBudget, lossBudget, now, now],
    )
    await recordEnds(context, rows)
  }
  await wakeTenants(context, jobs)
}

/**
 * Withdraws offers that no agent accepted: nothing happened, so nothing is counted. They are offered again, unless the
 * job's kind is offered only once.
 */
export async function withdrawOffers(context: JobContext, jobs: readonly LeasedJob[]): Promise<void> {
  if (jobs.length === 0) return
  const { trx, now, kinds } = context
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `with wanted as (
       select tenant_id, id, lease_id, nullif(code, '') as code
       from unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[]) as w (tenant_id, id, lease_id, code)),
     freed as (
       delete from device_leases d using wanted w
       where d.tenant_id = w.tenant_id and d.job_id = w.id and d.lease_id = w.lease_id),
     withdrawn as (
       update jobs j set
         lease_id = null, session_id = null, claim_id = null, offer_expires_at = null,
         agent_id = case when w.code is not null then j.agent_id end,
         status = case when w.code is not null then 'failed' else j.status end,
         error_code = coalesce(w.code, j.error_code),
         finished_at = case when w.code is not null then ?::timestamptz else j.finished_at end
       from wanted w where j.tenant_id = w.tenant_id and j.id = w.id and j.lease_id = w.lease_id
       returning j.id, w.code)
     select id from withdrawn where code is not null`,
    [...columns(jobs), jobs.map(({ kind }) => kinds[kind].unacceptedOffer ?? ''), now],
  )
  await recordEnds(context, rows)
  await wakeTenants(context, jobs)
}

function columns(jobs: readonly LeasedJob[]): string[][] {
  return [jobs.map(({ tenantId }) => tenantId), jobs.map(({ id }) => id), jobs.map(({ leaseId }) => leaseId)]
}

/** Jobs that ended in the statement before. */
async function recordEnds(context: JobContext, ended: { id: string }[]): Promise<void> {
  if (ended.length === 0) return
  const jobs = await Job.query(context.trx)
    .findByIds(ended.map(({ id }) => id))
    .orderBy('id')
  const byKind = Map.groupBy(jobs, ({ kind }) => kind)
  for (const [kind, ofKind] of byKind)
    await context.kinds[kind].onEnd(
      context,
      ofKind.map((job) => ({ job })),
      'UTC',
    )
}

/** One signal for each tenant whose agents may have work. */
export async function wakeTenants({ trx }: SystemContext, jobs: readonly { tenantId: string }[]): Promise<void> {
  if (jobs.length > 0) await sendSignals(trx, 'jobs', [...new Set(jobs.map((job) => job.tenantId))])
}
